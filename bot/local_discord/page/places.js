// The channels, threads and direct messages at the left; which are unread.

import { el, icon } from './markdown.js';
import { face, nameOf } from './messages.js';

const find = (id) => document.getElementById(id);

export const channelIcon = (channel) => ({ dm: 'icon-letter', thread: 'icon-thread' })[channel?.kind] ?? 'icon-hash';

/** Channels in the order in which they are shown: each with its threads, then direct messages. */
export function inOrder(channels) {
  const all = [...channels.values()];
  const texts = all.filter((channel) => channel.kind === 'text');
  const threads = all.filter((channel) => channel.kind === 'thread');
  const orphans = threads.filter((thread) => !texts.some((channel) => channel.id === thread.parent));
  return [
    ...texts.flatMap((channel) => [channel, ...threads.filter((thread) => thread.parent === channel.id)]),
    ...orphans,
    ...all.filter((channel) => channel.kind === 'dm'),
  ];
}

/** Draws the list. `unread` maps channel ids to `{count}`; `open(id)` opens one, `write()` begins direct messages. */
export function paintPlaces({ table, current, unread, anyWaiting, open, write }) {
  const held = document.activeElement?.closest?.('[data-channel]')?.dataset.channel;
  const entry = (channel) => {
    const count = unread.get(channel.id)?.count ?? 0;
    const bot = channel.kind === 'dm' && [...table.users.values()].find((user) => user.bot);
    return el('button', {
      type: 'button', class: `channel ${channel.kind}${count ? ' unread' : ''}`, 'data-channel': channel.id, 'data-channel-name': channel.name,
      'aria-current': channel.id === current ? 'page' : null,
      onclick: () => open(channel.id),
    }, bot ? face(bot, false) : icon(channelIcon(channel)), el('span', { class: 'channel-text' }, channel.name),
    count > 0 && el('span', { class: 'count', 'aria-label': `${count} new` }, count > 99 ? '99+' : String(count)));
  };
  const list = inOrder(table.channels);
  const letters = list.filter((channel) => channel.kind === 'dm');
  find('channels').replaceChildren(
    el('h2', {}, 'Channels'),
    ...list.filter((channel) => channel.kind !== 'dm').map(entry),
    el('h2', {}, 'Direct messages'),
    ...letters.map(entry),
    ...(letters.length ? [] : [el('button', { type: 'button', id: 'open-dm', class: 'channel dm', onclick: write }, icon('icon-letter'), el('span', { class: 'channel-text' }, 'Write to the bot'))]));
  if (held) find('channels').querySelector(`[data-channel="${CSS.escape(held)}"]`)?.focus();
  const total = [...unread.values()].reduce((sum, { count }) => sum + count, 0);
  find('menu-dot').hidden = total === 0 && !anyWaiting;
  const where = table.channels.get(current);
  document.title = `${total ? `(${total}) ` : ''}${where ? `${where.kind === 'dm' ? '' : '#'}${where.name} · ` : ''}${table.me ? `${nameOf(table.me)} · ` : ''}Chancery · local table`;
}
