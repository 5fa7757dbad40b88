// The local table: one socket, one person a tab, channels, messages, clock.

import { el, formatTime, icon, refreshTimes } from './markdown.js';
import { closeSelect, face, isEphemeral, messageElement, nameOf, sentAt } from './messages.js';
import { makeComposer } from './composer.js';
import { openModal } from './modal.js';

const find = (id) => document.getElementById(id);
const PAGE = 150; // messages shown at once; earlier ones on request
const JOIN_SECONDS = 420;
const narrow = window.matchMedia('(max-width: 760px)');

// What this tab remembers: who sits here, which channel is open, which private messages were put away.
const remembered = {
  get: (key) => sessionStorage.getItem(`chancery.${key}`),
  set: (key, value) => sessionStorage.setItem(`chancery.${key}`, value),
  drop: (key) => sessionStorage.removeItem(`chancery.${key}`),
};
const dismissed = new Set(JSON.parse(remembered.get('dismissed') ?? '[]'));

let socket = null;
let ready = false; // the server has told the state for this person
let wish = null; // {user_id} or {new} to say on the next hello
let clock = { at: 0, since: 0, virtual: false };
let current = null; // the open channel's id
let shown = PAGE;
let pinned = true; // the newest message is in sight
let tries = 0;
let retry = 0;
let nonces = 0;
let closeModal = null;
let wantsDm = false;
const pending = new Map(); // nonce to {done(), failed(why)}
const sending = new Map(); // nonce to {channel, path, why}
const unread = new Map();
const messages = new Map(); // channel id to Map of message id to message, oldest first

const table = {
  me: null,
  users: new Map(),
  channels: new Map(),
  commands: [],
  busy: new Map(), // message id to the custom_id being answered
  failures: new Map(), // message id to a sentence
  chosen: new Map(), // "message id custom_id" to the values chosen in a select
  channel: () => table.channels.get(current),
  now: () => clock.at + (clock.virtual ? 0 : (performance.now() - clock.since) / 1000),
  names: {
    user: (id) => table.users.has(id) ? nameOf(table.users.get(id)) : undefined,
    channel: (id) => table.channels.get(id)?.name,
    now: () => table.now(),
    openChannel: (id) => openChannel(id),
    openCommand: (path) => composer.open(path),
  },
  slash(leaf, options) {
    const nonce = nextNonce();
    const channel = current;
    if (!channel || !tell({ t: 'slash', nonce, channel_id: channel, command_id: leaf.command.id, options })) return false;
    sending.set(nonce, { channel, path: leaf.path });
    expect(nonce, () => sending.delete(nonce) && paintSending(), (why) => {
      sending.set(nonce, { channel, path: leaf.path, why });
      paintSending();
    });
    pinned = true;
    paintSending();
    return true;
  },
  autocomplete(leaf, options) {
    const nonce = nextNonce();
    return tell({ t: 'autocomplete', nonce, channel_id: current, command_id: leaf.command.id, options }) ? nonce : null;
  },
  press(message, component, values) {
    const nonce = nextNonce();
    const frame = { t: 'component', nonce, channel_id: message.channel_id, message_id: message.id, custom_id: component.custom_id, component_type: component.type };
    if (values) frame.values = values;
    if (!tell(frame)) {
      notify('Not connected; nothing was sent.');
      return;
    }
    if (values) table.chosen.set(`${message.id} ${component.custom_id}`, values);
    table.busy.set(message.id, component.custom_id);
    table.failures.delete(message.id);
    const settle = (why) => {
      table.busy.delete(message.id);
      if (why) {
        table.failures.set(message.id, why);
        table.chosen.delete(`${message.id} ${component.custom_id}`);
      }
      repaint(message.channel_id, message.id);
    };
    expect(nonce, () => settle(), (why) => settle(`This interaction failed. ${why}`));
    repaint(message.channel_id, message.id);
  },
  dismiss(message) {
    dismissed.add(message.id);
    remembered.set('dismissed', JSON.stringify([...dismissed].slice(-500)));
    paintMessages();
  },
  view(address, name, words) {
    find('viewer-name').textContent = name;
    find('viewer-open').href = address;
    const picture = find('viewer-picture');
    picture.src = address;
    picture.alt = words;
    find('viewer-frame').classList.remove('full');
    find('viewer').showModal();
  },
  settled: () => pinned && toBottom(),
};

const composer = makeComposer(table);

// ---- the socket ------------------------------------------------------------------------------------------------

function nextNonce() {
  nonces += 1;
  return `${Date.now().toString(36)}-${nonces}`;
}

function tell(frame) {
  if (socket?.readyState !== WebSocket.OPEN || (!ready && frame.t !== 'be')) return false;
  socket.send(JSON.stringify(frame));
  return true;
}

function expect(nonce, done, failed) {
  pending.set(nonce, { done, failed });
}

function settleNonce(nonce, why) {
  const waiting = pending.get(nonce);
  if (!waiting) return false;
  pending.delete(nonce);
  if (why === undefined) waiting.done();
  else waiting.failed(why);
  return true;
}

function connect() {
  clearTimeout(retry);
  const address = new URL('live', location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const opened = new WebSocket(address);
  socket = opened;
  opened.addEventListener('message', (event) => {
    if (opened === socket) receive(event.data);
  });
  opened.addEventListener('close', () => {
    if (opened !== socket) return;
    ready = false;
    for (const nonce of [...pending.keys()]) settleNonce(nonce, 'The connection dropped before an answer came.');
    tries += 1;
    const text = tries > 5
      ? 'The local table does not answer. If it was started again, open the new address it printed.'
      : 'Connection lost. Reconnecting…';
    find('connection').textContent = text;
    find('connection').hidden = false;
    find('who-note').textContent = text;
    retry = setTimeout(connect, Math.min(8000, 300 * 2 ** Math.min(tries, 6)) * (0.75 + Math.random() / 2));
  });
}

function reconnectNow() {
  const old = socket;
  socket = null;
  ready = false;
  for (const nonce of [...pending.keys()]) settleNonce(nonce, 'The person in this tab changed.');
  old?.close();
  connect();
}

function receive(text) {
  let frame;
  try {
    frame = JSON.parse(text);
  } catch {
    notify('The local table sent something that is not JSON.');
    return;
  }
  if (Object.hasOwn(frames, frame.t)) frames[frame.t](frame);
  else notify(`The local table sent a frame this page does not know: ${frame.t}.`);
}

const frames = {
  hello(frame) {
    find('who-note').textContent = '';
    for (const user of frame.users) table.users.set(user.id, { ...table.users.get(user.id), ...user });
    setClock(frame);
    if (!wish) {
      const id = remembered.get('user');
      if (id && frame.users.some((user) => user.id === id)) wish = { user_id: id };
    }
    if (wish && !ready) tell({ t: 'be', ...wish });
    else if (!ready) askWho();
    if (find('who').open) paintWho();
  },
  state(frame) {
    tries = 0;
    ready = true;
    wish = null;
    const changed = table.me?.id !== frame.me.id;
    table.me = frame.me;
    table.users.set(frame.me.id, { ...table.users.get(frame.me.id), ...frame.me });
    remembered.set('user', frame.me.id);
    table.channels = new Map(frame.channels.map((channel) => [channel.id, channel]));
    table.commands = frame.commands;
    messages.clear();
    table.busy.clear();
    table.chosen.clear();
    if (changed) {
      table.failures.clear();
      sending.clear();
      unread.clear();
      closeModal?.();
    }
    for (const list of Object.values(frame.messages)) list.forEach(keep);
    setClock(frame);
    find('guild-name').textContent = frame.guild?.name ?? '';
    find('me-name').textContent = nameOf(frame.me);
    find('me-face').replaceChildren(face(frame.me, false));
    find('connection').hidden = true;
    find('table').hidden = false;
    if (find('who').open) find('who').close();
    const wanted = [current, remembered.get('channel')].find((id) => table.channels.has(id));
    openChannel(wanted ?? frame.channels.find((channel) => channel.kind === 'text')?.id ?? frame.channels[0]?.id ?? null, changed);
  },
  message(frame) {
    const { message } = frame;
    if (messages.get(message.channel_id)?.has(message.id)) {
      frames.message_update(frame);
      return;
    }
    keep(message);
    const seen = message.channel_id === current && pinned && !document.hidden;
    const mine = (message.interaction?.user ?? message.author)?.id === table.me?.id;
    if (!seen && !mine && message.author.id !== table.me?.id) {
      unread.set(message.channel_id, (unread.get(message.channel_id) ?? 0) + 1);
      paintChannels();
    }
    if (message.channel_id !== current) return;
    // A private message is the answer to what was just pressed or sent here: go to it.
    if (isEphemeral(message)) pinned = true;
    append(message);
  },
  message_update(frame) {
    const { message } = frame;
    const old = messages.get(message.channel_id)?.get(message.id);
    if (!old) {
      frames.message(frame);
      return;
    }
    keep({ ...old, loading: false, ...message });
    for (const key of [...table.chosen.keys()]) if (key.startsWith(`${message.id} `)) table.chosen.delete(key);
    table.failures.delete(message.id);
    repaint(message.channel_id, message.id);
  },
  message_delete(frame) {
    messages.get(frame.channel_id)?.delete(frame.id);
    if (frame.channel_id === current) paintMessages();
  },
  channel(frame) {
    table.channels.set(frame.channel.id, frame.channel);
    if (wantsDm && frame.channel.kind === 'dm') {
      wantsDm = false;
      openChannel(frame.channel.id, true);
    } else {
      if (current === null) openChannel(frame.channel.id);
      paintChannels();
    }
  },
  commands(frame) {
    table.commands = frame.commands;
    composer.refresh();
  },
  now: setClock,
  thinking(frame) {
    settleNonce(frame.nonce);
    frames.message({ message: { ...frame.message, loading: true } });
  },
  modal(frame) {
    settleNonce(frame.nonce);
    closeModal?.();
    closeSelect();
    const channel = current;
    closeModal = openModal(frame.modal, (components, answered, failed) => {
      const nonce = nextNonce();
      expect(nonce, answered, failed);
      const sent = tell({ t: 'modal_submit', nonce, channel_id: channel, interaction_id: frame.interaction_id, custom_id: frame.modal.custom_id, components });
      if (!sent) settleNonce(nonce, 'Not connected; nothing was sent.');
    });
  },
  choices: (frame) => composer.choices(frame.nonce, frame.choices ?? []),
  done: (frame) => settleNonce(frame.nonce),
  failed(frame) {
    const why = sentence(frame.why ?? 'The application did not respond');
    if (!settleNonce(frame.nonce, why)) composer.choices(frame.nonce, []);
  },
  error(frame) {
    if (!ready && wish) {
      wish = null;
      remembered.drop('user');
      askWho();
      find('who-note').textContent = sentence(frame.why);
    } else {
      notify(sentence(frame.why));
    }
  },
};

const sentence = (text) => (/[.?…]$/.test(text) ? text : `${text}.`);

// ---- messages --------------------------------------------------------------------------------------------------

// The server tells messages in their order, so a Map keeps it.
function keep(message) {
  for (const user of [message.author, message.interaction?.user, ...(message.mentions ?? [])]) {
    if (user) table.users.set(user.id, { ...table.users.get(user.id), ...user });
  }
  if (!messages.has(message.channel_id)) messages.set(message.channel_id, new Map());
  messages.get(message.channel_id).set(message.id, message);
}

const visible = (channel) => [...(messages.get(channel)?.values() ?? [])].filter((message) => !dismissed.has(message.id) || !isEphemeral(message));

function joins(message, before) {
  return Boolean(before) && before.author.id === message.author.id && !message.interaction && !message.interaction_metadata
    && isEphemeral(before) === isEphemeral(message) && sentAt(message) - sentAt(before) < JOIN_SECONDS && dayOf(message) === dayOf(before);
}

const dayOf = (message) => new Date(message.timestamp).toDateString();

function nodesFor(message, before) {
  const nodes = [messageElement(message, table, joins(message, before))];
  if (!before || dayOf(message) !== dayOf(before)) {
    nodes.unshift(el('div', { class: 'day', role: 'separator' }, el('span', {}, formatTime(sentAt(message), 'D', table.now()))));
  }
  return nodes;
}

function paintMessages() {
  const log = find('messages');
  const height = find('scroller').scrollTop;
  const all = visible(current);
  const part = all.slice(-shown);
  closeSelect();
  log.setAttribute('aria-busy', 'true');
  const offset = all.length - part.length;
  log.replaceChildren(...part.flatMap((message, index) => nodesFor(message, all[offset + index - 1])));
  if (offset === 0) log.prepend(welcome());
  log.setAttribute('aria-busy', 'false');
  find('earlier').hidden = offset === 0;
  if (!pinned) find('scroller').scrollTop = height;
  paintSending();
}

function welcome() {
  const channel = table.channel();
  if (!channel) return el('div', { class: 'welcome' }, el('h2', {}, 'There is no channel here yet'));
  const title = channel.kind === 'dm' ? 'Between you and the bot' : `This is #${channel.name}`;
  const words = channel.kind === 'dm'
    ? 'Receipts and secret news arrive here. Nobody else sees them.'
    : 'Type / below to see what the bot can do.';
  return el('div', { class: 'welcome' }, el('h2', {}, title), el('p', {}, words));
}

function append(message) {
  const all = visible(current);
  find('messages').append(...nodesFor(message, all.at(-2)));
  paintSending();
}

/** Draws one message again, keeping the focus on the button that had it. */
function repaint(channel, id) {
  if (channel !== current) return;
  const old = find('messages').querySelector(`[data-message-id="${CSS.escape(id)}"]`);
  if (!old) return;
  const message = messages.get(channel).get(id);
  const fresh = messageElement(message, table, old.classList.contains('joined'));
  const focused = old.contains(document.activeElement) ? document.activeElement.dataset.customId : undefined;
  closeSelect();
  old.replaceWith(fresh);
  if (focused !== undefined) {
    const same = [...fresh.querySelectorAll('[data-custom-id]')].find((node) => node.dataset.customId === focused && !node.disabled);
    (same ?? find('scroller')).focus({ preventScroll: true });
  }
  if (pinned) toBottom();
}

/** The commands under way, and those that failed, stand below the last message. */
function paintSending() {
  const log = find('messages');
  log.querySelectorAll('.sending').forEach((node) => node.remove());
  for (const [nonce, { channel, path, why }] of sending) {
    if (channel !== current) continue;
    log.append(el('div', { class: why ? 'sending bad' : 'sending', 'data-sending': nonce, role: why ? 'alert' : 'status' },
      el('span', { class: 'asked-what' }, `/${path}`), why ? ` failed. ${why} ` : ' is on its way…',
      why && el('button', { type: 'button', class: 'dismiss', onclick: () => { sending.delete(nonce); paintSending(); } }, 'Dismiss')));
  }
  if (pinned) toBottom();
  else find('jump').hidden = nearBottom();
}

function nearBottom() {
  const scroller = find('scroller');
  return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 60;
}

function toBottom() {
  const scroller = find('scroller');
  scroller.scrollTop = scroller.scrollHeight;
  find('jump').hidden = true;
  if (!document.hidden && unread.delete(current)) paintChannels();
}

// ---- channels --------------------------------------------------------------------------------------------------

function openChannel(id, fresh = true) {
  if (id !== null && !table.channels.has(id)) return;
  const same = id === current;
  current = id;
  if (id !== null) remembered.set('channel', id);
  const channel = table.channel();
  find('channel-name').textContent = channel?.name ?? '';
  find('channel-icon').firstElementChild.setAttribute('href', `#${channelIcon(channel)}`);
  find('messages').setAttribute('aria-label', `Messages in ${channel?.name ?? 'no channel'}`);
  find('composer').placeholder = channel?.kind === 'dm' ? 'Type / for commands' : `Type / for commands in #${channel?.name ?? ''}`;
  if (!same || fresh) {
    shown = PAGE;
    pinned = true;
    if (!same) composer.reset();
  }
  unread.delete(id);
  composer.refresh();
  paintMessages();
  paintChannels();
  drawer(false);
}

const channelIcon = (channel) => ({ dm: 'icon-letter', thread: 'icon-thread' })[channel?.kind] ?? 'icon-hash';

function paintChannels() {
  const all = [...table.channels.values()];
  const entry = (channel) => {
    const count = unread.get(channel.id) ?? 0;
    return el('button', {
      type: 'button', class: `channel ${channel.kind}${count ? ' unread' : ''}`, 'data-channel': channel.id, 'data-channel-name': channel.name,
      'aria-current': channel.id === current ? 'page' : null,
      onclick: () => openChannel(channel.id),
    }, icon(channelIcon(channel)), el('span', { class: 'channel-text' }, channel.name),
    count > 0 && el('span', { class: 'count', 'aria-label': `${count} new` }, count > 99 ? '99+' : String(count)));
  };
  const texts = all.filter((channel) => channel.kind === 'text');
  const threads = all.filter((channel) => channel.kind === 'thread');
  const orphans = threads.filter((thread) => !texts.some((channel) => channel.id === thread.parent));
  const letters = all.filter((channel) => channel.kind === 'dm');
  find('channels').replaceChildren(
    el('h2', {}, 'Channels'),
    ...texts.flatMap((channel) => [entry(channel), ...threads.filter((thread) => thread.parent === channel.id).map(entry)]),
    ...orphans.map(entry),
    el('h2', {}, 'Direct messages'),
    ...letters.map(entry),
    ...(letters.length ? [] : [el('button', {
      type: 'button', id: 'open-dm', class: 'channel dm',
      onclick: () => {
        wantsDm = tell({ t: 'open_dm' });
      },
    }, icon('icon-letter'), el('span', { class: 'channel-text' }, 'Write to the bot'))]));
  const total = [...unread.values()].reduce((sum, count) => sum + count, 0);
  find('menu-dot').hidden = total === 0;
  const where = table.channel();
  document.title = `${total ? `(${total}) ` : ''}${where ? `${where.kind === 'dm' ? '' : '#'}${where.name} · ` : ''}${table.me ? `${nameOf(table.me)} · ` : ''}Chancery · local table`;
}

function drawer(open) {
  find('table').classList.toggle('drawer', open);
  find('scrim').hidden = !open;
  find('menu').setAttribute('aria-expanded', String(open));
  find('sidebar').inert = narrow.matches && !open;
  find('main').inert = narrow.matches && open;
}

// ---- the clock -------------------------------------------------------------------------------------------------

function setClock(frame) {
  if (!Number.isFinite(frame.now)) return;
  // A server that does not say is taken to keep a clock of its own when it is not ours.
  const virtual = frame.virtual ?? (clock.at > 0 && clock.virtual || Math.abs(frame.now - Date.now() / 1000) > 90);
  clock = { at: frame.now, since: performance.now(), virtual };
  paintClock();
  refreshTimes(find('messages'), table.now());
}

function paintClock() {
  if (clock.at === 0) return;
  const now = table.now();
  const words = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: narrow.matches ? undefined : 'numeric', hour: '2-digit', minute: '2-digit' }).format(new Date(now * 1000));
  find('clock').hidden = clock.virtual;
  find('clock-open').hidden = !clock.virtual;
  if (!clock.virtual) find('clock-panel').hidden = true;
  const time = find(clock.virtual ? 'clock-virtual' : 'clock-time');
  if (time.textContent !== words) time.textContent = words;
  time.dateTime = new Date(now * 1000).toISOString();
  find('clock-open').setAttribute('aria-label', `The table's own clock: ${words}. Advance it`);
}

function clockPanel(open) {
  find('clock-panel').hidden = !open;
  find('clock-open').setAttribute('aria-expanded', String(open));
}

function advance(seconds) {
  if (!tell({ t: 'clock', advance: seconds })) notify('Not connected; the clock was not moved.');
}

// ---- who sits here ---------------------------------------------------------------------------------------------

function askWho() {
  paintWho();
  find('who-cancel').hidden = !table.me || !ready;
  if (!find('who').open) find('who').showModal();
  if (!narrow.matches) (find('who-list').querySelector('button') ?? find('new-user')).focus();
}

function paintWho() {
  const people = [...table.users.values()].filter((user) => !user.bot);
  find('who-list').replaceChildren(...people.map((user) => el('button', {
    type: 'button', class: 'who-choice', 'data-user-choice': user.id, 'data-user-name': nameOf(user), 'aria-current': ready && user.id === table.me?.id ? 'true' : null,
    onclick: () => sit({ user_id: user.id }),
  }, face(user, false), el('span', {}, nameOf(user)))));
}

function sit(person) {
  if (ready && person.user_id === table.me?.id) {
    find('who').close();
    return;
  }
  wish = person;
  if (ready) reconnectNow();
  else if (!tell({ t: 'be', ...wish })) find('who-note').textContent = 'Not connected yet; you will be seated as soon as the table answers.';
}

function notify(text) {
  const notice = find('notice');
  notice.textContent = text;
  notice.hidden = false;
  clearTimeout(notify.timer);
  notify.timer = setTimeout(() => { notice.hidden = true; }, 7000);
}

// ---- wiring ----------------------------------------------------------------------------------------------------

find('switch-user').addEventListener('click', askWho);
find('who-cancel').addEventListener('click', () => find('who').close());
find('who').addEventListener('cancel', (event) => {
  if (!ready) event.preventDefault();
});
find('who-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const name = find('new-user').value.trim();
  if (name === '') {
    find('who-note').textContent = 'A name is needed.';
    return;
  }
  find('new-user').value = '';
  const known = [...table.users.values()].find((user) => !user.bot && nameOf(user) === name);
  sit(known ? { user_id: known.id } : { new: name });
});
find('menu').addEventListener('click', () => drawer(true));
find('scrim').addEventListener('click', () => drawer(false));
narrow.addEventListener('change', () => {
  drawer(false);
  paintClock();
});
find('earlier').addEventListener('click', () => {
  const scroller = find('scroller');
  const below = scroller.scrollHeight - scroller.scrollTop;
  shown += PAGE;
  pinned = false;
  paintMessages();
  scroller.scrollTop = scroller.scrollHeight - below;
});
find('jump').addEventListener('click', toBottom);
find('scroller').addEventListener('scroll', () => {
  pinned = nearBottom();
  if (pinned) toBottom();
}, { passive: true });
new ResizeObserver(() => pinned && toBottom()).observe(find('scroller'));
find('clock-open').addEventListener('click', () => clockPanel(find('clock-panel').hidden));
find('clock-panel').addEventListener('click', (event) => {
  const seconds = Number(event.target.closest('[data-advance]')?.dataset.advance);
  if (seconds) advance(seconds);
});
find('clock-panel').addEventListener('submit', (event) => {
  event.preventDefault();
  const hours = Number(find('clock-hours').value);
  if (hours > 0) advance(Math.round(hours * 3600));
});
find('viewer-close').addEventListener('click', () => find('viewer').close());
find('viewer-picture').addEventListener('click', () => find('viewer-frame').classList.toggle('full'));
document.addEventListener('pointerdown', (event) => {
  if (!event.target.closest('.clock-wrap')) clockPanel(false);
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    clockPanel(false);
    if (narrow.matches) drawer(false);
  }
  // A slash typed anywhere is meant for the composer.
  const typing = event.target.closest?.('input, textarea, dialog, [role="listbox"]');
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey && ready) {
    event.preventDefault();
    composer.focus('/');
  }
});
document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  if (socket?.readyState === WebSocket.CLOSED) connect();
  if (pinned && ready) toBottom();
});
window.addEventListener('online', () => socket?.readyState === WebSocket.CLOSED && connect());
setInterval(() => {
  paintClock();
  refreshTimes(find('messages'), table.now());
}, 5000);

drawer(false);
connect();
