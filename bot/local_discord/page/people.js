// The people at the table: the rail to change quickly, the dialog of the first time, the language and look of each.

import { el, icon, setLanguage } from './markdown.js';
import { face, nameOf } from './messages.js';

const find = (id) => document.getElementById(id);

/**
 * Brings them to life. `table` tells `users` and `me`; `sit(person)` seats `{user_id}` or `{new}` and tells whether it could at once;
 * `speak(locale)` sets my language.
 */
export function makePeople(table, { sit, speak, isReady }) {
  const waiting = new Set(); // people to whom something came while I was somebody else
  let locales = [];

  const members = () => [...table.users.values()].filter((user) => !user.bot && user.member);
  const be = (user) => {
    if (isReady() && user.id === table.me?.id) {
      find('who').close();
      return;
    }
    if (!sit({ user_id: user.id })) note('Not connected yet; you will be seated as soon as the table answers.');
  };
  const note = (text) => {
    find('who-note').textContent = text;
  };
  const localeName = (code) => locales.find((locale) => locale.code === code)?.name ?? code;

  const paint = () => {
    const mine = table.me?.id;
    find('people').replaceChildren(
      ...members().map((user, index) => el('button', {
        type: 'button', class: 'person', 'data-person': user.id, 'aria-current': user.id === mine ? 'true' : null,
        'aria-label': `${user.id === mine ? 'You are' : 'Be'} ${nameOf(user)}${waiting.has(user.id) ? ', who has news' : ''}`,
        title: `${nameOf(user)}${index < 9 ? ` · Alt ${index + 1}` : ''}`,
        onclick: () => be(user),
      }, face(user, false), waiting.has(user.id) && el('span', { class: 'dot' }))),
      el('button', { type: 'button', class: 'person add', 'aria-label': 'Somebody else', title: 'Somebody else', onclick: ask }, el('span', { class: 'face' }, icon('icon-plus'))));
    find('people').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    find('who-list').replaceChildren(...members().map((user) => el('button', {
      type: 'button', class: 'who-choice', 'data-user-choice': user.id, 'data-user-name': nameOf(user), 'aria-current': isReady() && user.id === mine ? 'true' : null,
      onclick: () => be(user),
    }, face(user, false), el('span', {}, nameOf(user)))));
    if (!table.me) return;
    find('me-name').textContent = nameOf(table.me);
    find('me-face').replaceChildren(face(table.me, false));
    find('me-locale').textContent = localeName(table.locale());
    const select = find('locale');
    if (select.options.length !== locales.length) {
      select.replaceChildren(...locales.map((locale) => el('option', { value: locale.code }, locale.name)));
    }
    select.value = table.locale();
  };
  const ask = () => {
    paint();
    find('who-cancel').hidden = !table.me || !isReady();
    if (!find('who').open) find('who').showModal();
    find('who').focus();
  };
  const settings = (open) => {
    find('settings').hidden = !open;
    find('settings-open').setAttribute('aria-expanded', String(open));
    if (open) find('settings').querySelector(`[name="theme"][value="${window.chanceryTheme.get()}"]`).checked = true;
  };

  find('who-cancel').addEventListener('click', () => find('who').close());
  find('who').addEventListener('cancel', (event) => {
    if (!isReady()) event.preventDefault();
  });
  find('who-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const name = find('new-user').value.trim();
    if (name === '') {
      note('A name is needed.');
      return;
    }
    find('new-user').value = '';
    const known = members().find((user) => nameOf(user) === name);
    if (known) be(known);
    else if (!sit({ new: name })) note('Not connected yet; you will be seated as soon as the table answers.');
  });
  find('settings-open').addEventListener('click', () => settings(find('settings').hidden));
  find('locale').addEventListener('change', () => speak(find('locale').value));
  find('theme').addEventListener('change', (event) => window.chanceryTheme.set(event.target.value));
  document.addEventListener('pointerdown', (event) => {
    if (!event.target.closest('.me')) settings(false);
  });
  find('settings').addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    settings(false);
    find('settings-open').focus();
    event.stopPropagation();
  });

  return {
    ask,
    note,
    paint,
    isAsking: () => find('who').open,
    /** Takes what a hello tells. */
    hello(frame) {
      locales = frame.locales ?? locales;
      for (const user of frame.users) table.users.set(user.id, { ...table.users.get(user.id), ...user, member: true });
      note('');
      paint();
    },
    /** I sit down. */
    seated() {
      waiting.delete(table.me.id);
      setLanguage(table.locale());
      if (find('who').open) find('who').close();
      paint();
    },
    /** Something came to somebody whom I am not. */
    stirred(id) {
      waiting.add(id);
      paint();
    },
    anyWaiting: () => waiting.size > 0,
    /** The person at that place in the rail, from 1. */
    pick(place) {
      const user = members()[place - 1];
      if (user) be(user);
    },
  };
}
