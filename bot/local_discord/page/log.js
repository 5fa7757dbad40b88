// The messages of the open channel: drawn, kept in sight, drawn again when they change.

import { el, formatTime, icon } from './markdown.js';
import { isEphemeral, messageElement, sentAt } from './messages.js';
import { channelIcon } from './places.js';
import { closeSelect } from './select.js';

const find = (id) => document.getElementById(id);
const PAGE = 150; // messages shown at once; earlier ones on request
const JOIN_SECONDS = 420;

const dayOf = (message) => new Date(message.timestamp).toDateString();

function joins(message, before) {
  return Boolean(before) && before.author.id === message.author.id && !message.interaction && !message.interaction_metadata
    && isEphemeral(before) === isEphemeral(message) && sentAt(message) - sentAt(before) < JOIN_SECONDS && dayOf(message) === dayOf(before);
}

/**
 * Brings the log to life. `all()` gives the open channel's messages, oldest first; `sending` maps nonces to `{channel, path, why}`;
 * `seen()` is told when the newest is in sight.
 */
export function makeLog(table, { all, sending, seen }) {
  const scroller = find('scroller');
  const log = find('messages');
  let pinned = true; // the newest message is in sight
  let shown = PAGE;
  let height = 0; // of all that is drawn, when it was last looked at
  let firstNew = null; // the message above which the line of the unread stands

  const nearBottom = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 60;
  const toBottom = () => {
    scroller.scrollTop = scroller.scrollHeight;
    height = scroller.scrollHeight;
    find('jump').hidden = true;
    if (!document.hidden) seen();
  };
  const nodesFor = (message, before) => {
    const fresh = message.id === firstNew;
    const nodes = [messageElement(message, table, !fresh && joins(message, before))];
    if (fresh) nodes.unshift(el('div', { class: 'new', role: 'separator', 'aria-label': 'New messages' }, el('span', { 'aria-hidden': 'true' }, 'NEW')));
    if (!before || dayOf(message) !== dayOf(before)) {
      nodes.unshift(el('div', { class: 'day', role: 'separator' }, el('span', {}, formatTime(sentAt(message), 'D', table.now()))));
    }
    return nodes;
  };
  const welcome = () => {
    const channel = table.channel();
    if (!channel) return el('div', { class: 'welcome' }, el('h2', {}, 'There is no channel here yet'));
    const direct = channel.kind === 'dm';
    const parent = channel.kind === 'thread' && table.channels.get(channel.parent);
    if (parent) {
      return el('div', { class: 'welcome' }, el('div', { class: 'badge' }, icon(channelIcon(channel))), el('h2', {}, channel.name),
        el('p', {}, 'This thread starts from a post in ',
          el('button', { type: 'button', class: 'thread-link', 'data-parent': parent.id, onclick: () => table.names.openChannel(parent.id) }, icon('icon-hash'), el('span', {}, parent.name))));
    }
    return el('div', { class: 'welcome' }, el('div', { class: 'badge' }, icon(channelIcon(channel))),
      el('h2', {}, direct ? 'Between you and the bot' : channel.kind === 'thread' ? channel.name : `Welcome to #${channel.name}`),
      el('p', {}, direct ? 'Receipts and secret news arrive here. Nobody else sees them.' : 'Press a button, or type / below to see what the bot can do.'));
  };
  /** The commands under way, and those that failed, stand below the last message. */
  const paintSending = () => {
    log.querySelectorAll('.sending').forEach((node) => node.remove());
    for (const [nonce, { channel, path, why }] of sending) {
      if (channel !== table.channel()?.id) continue;
      log.append(el('div', { class: why ? 'sending bad' : 'sending', 'data-sending': nonce, role: why ? 'alert' : 'status' },
        el('span', { class: 'asked-what' }, `/${path}`), why ? ` failed. ${why} ` : ' is on its way…',
        why && el('button', { type: 'button', class: 'dismiss', onclick: () => { sending.delete(nonce); paintSending(); } }, 'Dismiss')));
    }
    if (pinned) toBottom();
    else find('jump').hidden = nearBottom();
  };
  const paint = () => {
    const height = scroller.scrollTop;
    const list = all();
    const part = list.slice(-shown);
    closeSelect();
    log.setAttribute('aria-busy', 'true');
    const offset = list.length - part.length;
    log.replaceChildren(...part.flatMap((message, index) => nodesFor(message, list[offset + index - 1])));
    if (offset === 0) log.prepend(welcome());
    log.setAttribute('aria-busy', 'false');
    find('earlier').hidden = offset === 0;
    if (!pinned) scroller.scrollTop = height;
    paintSending();
  };

  find('earlier').addEventListener('click', () => {
    const below = scroller.scrollHeight - scroller.scrollTop;
    shown += PAGE;
    pinned = false;
    paint();
    scroller.scrollTop = scroller.scrollHeight - below;
  });
  find('jump').addEventListener('click', toBottom);
  // What grows by itself, as a picture that just came, is nobody's scrolling.
  const grown = () => {
    const same = height === scroller.scrollHeight;
    height = scroller.scrollHeight;
    return !same;
  };
  scroller.addEventListener('scroll', () => {
    pinned = grown() ? pinned : nearBottom();
    if (pinned) toBottom();
  }, { passive: true });
  const watch = new ResizeObserver(() => pinned && toBottom());
  watch.observe(scroller);
  watch.observe(scroller.firstElementChild);

  return {
    paint,
    paintSending,
    settled: () => pinned && toBottom(),
    isPinned: () => pinned,
    pin() {
      pinned = true;
    },
    /** Another channel is open; `unread` is the first message in it that I have not seen. */
    begin(unread) {
      shown = PAGE;
      pinned = true;
      firstNew = unread;
    },
    /** Something came while I looked elsewhere: the line of the unread stands above it, where it does not stand already. */
    markNew(id) {
      firstNew ??= id;
    },
    append(message) {
      log.append(...nodesFor(message, all().at(-2)));
      paintSending();
    },
    /** Draws one message again, keeping the focus on the button that had it. */
    repaint(message) {
      const old = log.querySelector(`[data-message-id="${CSS.escape(message.id)}"]`);
      if (!old) return;
      const fresh = messageElement(message, table, old.classList.contains('joined'));
      const focused = old.contains(document.activeElement) ? document.activeElement.dataset.customId : undefined;
      closeSelect();
      old.replaceWith(fresh);
      if (focused !== undefined) {
        const same = [...fresh.querySelectorAll('[data-custom-id]')].find((node) => node.dataset.customId === focused && !node.disabled);
        (same ?? scroller).focus({ preventScroll: true });
      }
      if (pinned) toBottom();
    },
  };
}
