// The local table: who I am, what there is, what comes and what I do. The parts of the page stand in files of their own.

import { makeClock } from './clock.js';
import { makeComposer } from './composer.js';
import { watchDrops } from './files.js';
import { makeLink } from './link.js';
import { makeLog } from './log.js';
import { refreshTimes } from './markdown.js';
import { isEphemeral, nameOf, placeOn } from './messages.js';
import { openModal } from './modal.js';
import { makePeople } from './people.js';
import { channelIcon, inOrder, paintPlaces } from './places.js';
import { closeSelect } from './select.js';

const find = (id) => document.getElementById(id);
const narrow = window.matchMedia('(max-width: 760px)');

// What this tab remembers: who sits here, which channel is open, which private messages were put away.
const remembered = {
  get: (key) => sessionStorage.getItem(`chancery.${key}`),
  set: (key, value) => sessionStorage.setItem(`chancery.${key}`, value),
  drop: (key) => sessionStorage.removeItem(`chancery.${key}`),
};
const dismissed = new Set(JSON.parse(remembered.get('dismissed') ?? '[]'));

let wish = null; // {user_id} or {new} to say on the next hello
let current = null; // the open channel's id
let closeModal = null;
let wantsDm = false;
const sending = new Map(); // nonce to {channel, path, why}
const unread = new Map(); // channel id to {count, first}
const messages = new Map(); // channel id to Map of message id to message, oldest first
const seenUpTo = JSON.parse(remembered.get('seen') ?? '{}'); // user id to channel id to the last message in sight there

const table = {
  me: null,
  users: new Map(),
  channels: new Map(),
  commands: [],
  busy: new Map(), // message id to the custom_id being answered
  failures: new Map(), // message id to a sentence
  chosen: new Map(), // "message id custom_id" to the values chosen in a menu
  channel: () => table.channels.get(current),
  now: () => clock.now(),
  locale: () => table.users.get(table.me?.id)?.locale ?? 'en-US',
  names: {
    user: (id) => table.users.has(id) ? nameOf(table.users.get(id)) : undefined,
    channel: (id) => table.channels.get(id)?.name,
    now: () => table.now(),
    openChannel: (id) => openChannel(id),
    openCommand: (path) => composer.open(path),
  },
  slash(leaf, options) {
    const nonce = link.nonce();
    const channel = current;
    if (!channel || !link.tell({ t: 'slash', nonce, channel_id: channel, command_id: leaf.command.id, options })) return false;
    sending.set(nonce, { channel, path: leaf.shown });
    link.expect(nonce, () => sending.delete(nonce) && log.paintSending(), (why) => {
      sending.set(nonce, { channel, path: leaf.shown, why });
      log.paintSending();
    });
    log.pin();
    log.paintSending();
    return true;
  },
  autocomplete(leaf, options) {
    const nonce = link.nonce();
    return link.tell({ t: 'autocomplete', nonce, channel_id: current, command_id: leaf.command.id, options }) ? nonce : null;
  },
  chat(text, failed) {
    const nonce = link.nonce();
    if (!current || !link.tell({ t: 'chat', nonce, channel_id: current, text })) return false;
    link.expect(nonce, () => {}, failed);
    log.pin();
    return true;
  },
  press(message, component, values) {
    const nonce = link.nonce();
    const frame = { t: 'component', nonce, channel_id: message.channel_id, message_id: message.id, custom_id: component.custom_id, component_type: component.type };
    if (values) frame.values = values;
    if (!link.tell(frame)) {
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
    link.expect(nonce, () => settle(), (why) => settle(`This interaction failed. ${why}`));
    repaint(message.channel_id, message.id);
  },
  dismiss(message) {
    dismissed.add(message.id);
    remembered.set('dismissed', JSON.stringify([...dismissed].slice(-500)));
    log.paint();
    composer.focus();
  },
  view(address, name, words) {
    find('viewer-name').textContent = name;
    find('viewer-open').href = address;
    const picture = find('viewer-picture');
    picture.src = address;
    picture.alt = words;
    find('viewer-frame').classList.remove('full');
    // A command that asks for a place, as x and y, gets it by a tap on the picture.
    const wanted = composer.wantsPlace();
    find('viewer').classList.toggle('placing', wanted !== null);
    find('viewer-size').hidden = wanted === null;
    if (wanted !== null) find('viewer-name').textContent = wanted === '' ? 'Tap the place' : `Tap where ${wanted} is`;
    find('viewer').showModal();
  },
  settled: () => log.settled(),
};

const link = makeLink({
  hear(frame) {
    if (Object.hasOwn(frames, frame.t)) frames[frame.t](frame);
    else notify(`The local table sent a frame this page does not know: ${frame.t}.`);
  },
  down(text) {
    find('connection').textContent = text;
    find('connection').hidden = false;
    people.note(text);
  },
});
const clock = makeClock({
  advance: (seconds) => link.tell({ t: 'clock', advance: seconds }) || notify('Not connected; the clock was not moved.'),
  moved: () => refreshTimes(find('messages'), table.now()),
  // What is private tells of its own moment and is not kept up to date; of what is public the newest that waits for somebody counts.
  told() {
    const waiting = [...find('messages').querySelectorAll('.message:not([data-ephemeral])')].filter((message) => message.querySelector('button:not([disabled])'));
    const moments = waiting.map((message) => Array.from(message.querySelectorAll('time[data-unix]'), (time) => Number(time.dataset.unix)).filter((moment) => moment > table.now()));
    return moments.findLast((some) => some.length > 0) ?? [];
  },
});
const log = makeLog(table, {
  all: () => visible(current),
  sending,
  seen() {
    markSeen();
    if (unread.delete(current)) places();
  },
});
const composer = makeComposer(table);
const people = makePeople(table, {
  isReady: link.isReady,
  sit(person) {
    wish = person;
    if (link.isReady()) {
      link.again();
      return true;
    }
    return link.tell({ t: 'be', ...wish });
  },
  speak: (locale) => link.tell({ t: 'locale', locale }) || notify('Not connected; nothing was changed.'),
});

// ---- what comes --------------------------------------------------------------------------------------------------

const sentence = (text) => (/[.?…]$/.test(text) ? text : `${text}.`);

const frames = {
  hello(frame) {
    const before = table.locale();
    people.hello(frame);
    clock.set(frame);
    if (!wish) {
      const id = remembered.get('user');
      if (id && frame.users.some((user) => user.id === id)) wish = { user_id: id };
    }
    if (!link.isReady()) {
      if (wish) link.tell({ t: 'be', ...wish });
      else people.ask();
    } else if (table.locale() !== before) {
      people.seated();
      composer.reset();
      composer.refresh();
      log.paint();
      clock.paint();
    }
  },
  state(frame) {
    link.setReady();
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
      composer.reset();
    }
    for (const list of Object.values(frame.messages)) list.forEach(keep);
    if (changed) recallUnread();
    clock.set(frame);
    find('guild-name').textContent = frame.guild?.name ?? '';
    find('connection').hidden = true;
    find('table').hidden = false;
    people.seated();
    clock.paint();
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
    const here = message.channel_id === current;
    const seen = here && log.isPinned() && !document.hidden;
    const mine = (message.interaction?.user ?? message.author)?.id === table.me?.id;
    if (!seen && !mine) {
      const { count = 0, first = message.id } = unread.get(message.channel_id) ?? {};
      unread.set(message.channel_id, { count: count + 1, first });
      if (here) log.markNew(message.id);
      places();
    }
    if (!here) return;
    // A private message is the answer to what was just pressed or sent here: go to it.
    if (isEphemeral(message) || mine) log.pin();
    log.append(message);
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
    if (frame.channel_id === current) log.paint();
  },
  channel(frame) {
    table.channels.set(frame.channel.id, frame.channel);
    if (wantsDm && frame.channel.kind === 'dm') {
      wantsDm = false;
      openChannel(frame.channel.id, true);
    } else {
      if (current === null) openChannel(frame.channel.id);
      places();
    }
  },
  commands(frame) {
    table.commands = frame.commands;
    composer.refresh();
  },
  now(frame) {
    clock.set(frame);
    // Today may have become last week.
    log.paint();
  },
  elsewhere(frame) {
    people.stirred(frame.user_id);
    places();
  },
  thinking(frame) {
    link.settle(frame.nonce);
    frames.message({ message: { ...frame.message, loading: true } });
  },
  modal(frame) {
    // A form for whom I was a moment ago is not mine to fill.
    if (!link.settle(frame.nonce)) return;
    closeModal?.();
    closeSelect();
    const channel = current;
    closeModal = openModal(frame.modal, (components, answered, failed) => {
      const nonce = link.nonce();
      link.expect(nonce, answered, failed);
      const sent = link.tell({ t: 'modal_submit', nonce, channel_id: channel, interaction_id: frame.interaction_id, custom_id: frame.modal.custom_id, components });
      if (!sent) link.settle(nonce, 'Not connected; nothing was sent.');
    });
  },
  choices: (frame) => composer.choices(frame.nonce, frame.choices ?? []),
  done: (frame) => link.settle(frame.nonce),
  failed(frame) {
    const why = sentence(frame.why ?? 'The application did not respond');
    if (!link.settle(frame.nonce, why)) composer.choices(frame.nonce, []);
  },
  error(frame) {
    if (!link.isReady() && wish) {
      wish = null;
      remembered.drop('user');
      people.ask();
      people.note(sentence(frame.why));
    } else {
      notify(sentence(frame.why));
    }
  },
};

// ---- messages and channels ---------------------------------------------------------------------------------------

// The server tells messages in their order, so a Map keeps it.
function keep(message) {
  for (const user of [message.author, message.interaction?.user, ...(message.mentions ?? [])]) {
    if (user) table.users.set(user.id, { ...table.users.get(user.id), ...user });
  }
  if (!messages.has(message.channel_id)) messages.set(message.channel_id, new Map());
  messages.get(message.channel_id).set(message.id, message);
}

const visible = (channel) => [...(messages.get(channel)?.values() ?? [])].filter((message) => !dismissed.has(message.id) || !isEphemeral(message));

/** The open channel is in sight down to its last message. */
function markSeen() {
  const last = visible(current).at(-1)?.id;
  if (!last || !table.me) return;
  const mine = (seenUpTo[table.me.id] ??= {});
  if (mine[current] === last) return;
  mine[current] = last;
  remembered.set('seen', JSON.stringify(seenUpTo));
}

/** What came for this person since he last sat in this tab. To who never did, only his letters are news. */
function recallUnread() {
  const mine = seenUpTo[table.me.id];
  for (const [id, list] of messages) {
    const all = [...list.values()];
    const last = mine?.[id];
    if (last === undefined && table.channels.get(id)?.kind !== 'dm') continue;
    const news = all.slice(all.findIndex((message) => message.id === last) + 1).filter((message) => message.author.id !== table.me.id && !isEphemeral(message));
    if (news.length > 0) unread.set(id, { count: news.length, first: news[0].id });
  }
}

function repaint(channel, id) {
  const message = messages.get(channel)?.get(id);
  if (channel === current && message) log.repaint(message);
}

function openChannel(id, fresh = true) {
  if (id !== null && !table.channels.has(id)) return;
  const same = id === current;
  current = id;
  if (id !== null) remembered.set('channel', id);
  const channel = table.channel();
  find('channel-name').textContent = channel?.name ?? '';
  find('channel-icon').firstElementChild.setAttribute('href', `#${channelIcon(channel)}`);
  find('messages').setAttribute('aria-label', `Messages in ${channel?.name ?? 'no channel'}`);
  const toWhom = `Message ${channel?.kind === 'text' ? '#' : ''}${channel?.name ?? ''}`;
  find('composer').placeholder = narrow.matches ? toWhom : `${toWhom}, or / for commands`;
  if (!same || fresh) {
    log.begin(unread.get(id)?.first ?? null);
    if (!same) composer.reset();
  }
  unread.delete(id);
  composer.refresh();
  log.paint();
  places();
  drawer(false);
}

function places() {
  paintPlaces({
    table, current, unread, anyWaiting: people.anyWaiting(), open: openChannel,
    write: () => {
      wantsDm = link.tell({ t: 'open_dm' });
    },
  });
}

function drawer(open) {
  find('table').classList.toggle('drawer', open);
  find('scrim').hidden = !open;
  find('menu').setAttribute('aria-expanded', String(open));
  find('side').inert = narrow.matches && !open;
  find('main').inert = narrow.matches && open;
}

function notify(text) {
  const notice = find('notice');
  notice.textContent = text;
  notice.hidden = false;
  clearTimeout(notify.timer);
  notify.timer = setTimeout(() => { notice.hidden = true; }, 7000);
}

// ---- wiring ------------------------------------------------------------------------------------------------------

find('menu').addEventListener('click', () => {
  drawer(true);
  find('channels').querySelector('[aria-current]')?.focus();
});
find('scrim').addEventListener('click', () => drawer(false));
narrow.addEventListener('change', () => drawer(false));
find('viewer-close').addEventListener('click', () => find('viewer').close());
find('viewer-size').addEventListener('click', () => find('viewer-frame').classList.toggle('full'));
find('viewer-picture').addEventListener('click', (event) => {
  if (!find('viewer').classList.contains('placing')) {
    find('viewer-frame').classList.toggle('full');
    return;
  }
  const place = placeOn(event.currentTarget, event.clientX, event.clientY);
  if (!place) return;
  find('viewer').close();
  composer.place(place);
});
find('viewer-frame').addEventListener('keydown', (event) => {
  if (event.key === 'Enter' || event.key === ' ') find('viewer-frame').classList.toggle('full');
});
watchDrops(find('drop'), find('drop-words'), () => link.isReady(), (file) => composer.offer(file));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && narrow.matches && find('table').classList.contains('drawer')) {
    drawer(false);
    find('menu').focus();
  }
  if (document.querySelector('dialog[open]') || !link.isReady()) return;
  if (event.altKey && !event.ctrlKey && !event.metaKey) {
    const digit = /^Digit([1-9])$/.exec(event.code);
    if (digit) {
      event.preventDefault();
      people.pick(Number(digit[1]));
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const ids = inOrder(table.channels).map((channel) => channel.id);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      openChannel(ids[(ids.indexOf(current) + step + ids.length) % ids.length]);
    }
    return;
  }
  // What is typed anywhere is meant for the composer.
  const typing = event.target.closest?.('input, textarea, select, [role="listbox"]');
  if (typing || event.ctrlKey || event.metaKey || event.key.length !== 1 || event.isComposing) return;
  if (event.key === '/') {
    event.preventDefault();
    composer.focus('/');
  } else if (/[\p{L}\p{N}]/u.test(event.key) && !event.target.closest?.('button, a, [tabindex="0"]')) {
    composer.focus();
  }
});
document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  if (link.isClosed()) link.connect();
  if (link.isReady()) log.settled();
});
window.addEventListener('online', () => link.isClosed() && link.connect());
setInterval(() => {
  clock.paint();
  refreshTimes(find('messages'), table.now());
}, 1000);

drawer(false);
link.connect();
