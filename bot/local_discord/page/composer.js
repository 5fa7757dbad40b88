// The line at the foot of the page: slash commands as a list with fields to fill, or typed out whole.

import { el, icon } from './markdown.js';
import { nameOf } from './messages.js';

const TYPE = { sub: 1, group: 2, string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10, attachment: 11 };
const TYPE_WORDS = { 3: 'text', 4: 'whole number', 5: 'true or false', 6: 'a person', 7: 'a channel', 8: 'a role id', 9: 'a person', 10: 'number', 11: 'a file' };
const DEBOUNCE = 200;

// ---- commands and what may stand in their options ----------------------------------------------------------------

/** Every command that can be sent, subcommands by their whole path, as `{path, parts, command, description, options}`. */
function leavesOf(commands, inDm) {
  const found = [];
  const walk = (node, parts, command) => {
    const below = (node.options ?? []).filter((option) => option.type === TYPE.sub || option.type === TYPE.group);
    if (below.length > 0) below.forEach((option) => walk(option, [...parts, option], command));
    else found.push({ path: parts.map((part) => part.name).join(' '), parts, command, description: node.description ?? '', options: node.options ?? [] });
  };
  for (const command of commands) {
    if ((command.type ?? 1) !== 1) continue;
    if (Array.isArray(command.contexts) ? !command.contexts.includes(inDm ? 1 : 0) : inDm && command.dm_permission === false) continue;
    walk(command, [command], command);
  }
  return found;
}

/** Discord's nesting: values inside their subcommand inside its group. */
function nest(leaf, values) {
  return leaf.parts.slice(1).reduceRight((inner, part) => [{ name: part.name, type: part.type, options: inner }], values);
}

/** What the option asks for, in words. */
function limits(option) {
  const words = [TYPE_WORDS[option.type] ?? ''];
  if (option.min_value != null && option.max_value != null) words.push(`${option.min_value} to ${option.max_value}`);
  else if (option.min_value != null) words.push(`at least ${option.min_value}`);
  else if (option.max_value != null) words.push(`at most ${option.max_value}`);
  if (option.max_length != null) words.push(`up to ${option.max_length} characters`);
  return words.join(', ');
}

/** The entries that a closed option may take, or null where anything may be typed. */
function closedEntries(option, table) {
  if (option.choices?.length) return option.choices.map((choice) => ({ label: choice.name, value: choice.value }));
  if (option.type === TYPE.boolean) return [{ label: 'True', value: true }, { label: 'False', value: false }];
  if (option.type === TYPE.user || option.type === TYPE.mentionable) {
    return [...table.users.values()].map((user) => ({ label: nameOf(user), value: user.id, more: user.bot ? 'bot' : user.id === table.me?.id ? 'you' : '' }));
  }
  if (option.type === TYPE.channel) {
    const allowed = option.channel_types;
    const kinds = { text: 0, dm: 1, thread: 11 };
    return [...table.channels.values()]
      .filter((channel) => channel.kind !== 'dm' && (!allowed?.length || allowed.includes(kinds[channel.kind])))
      .map((channel) => ({ label: `#${channel.name}`, value: channel.id }));
  }
  return null;
}

const fold = (text) => String(text).toLowerCase().replace(/^[@#]/, '');

/** Reads typed text as the option's value: `{value}` or `{error}`. `picked` is the entry chosen from a list. */
function readValue(option, text, picked, table) {
  if (picked && picked.label === text) return { value: picked.value };
  const closed = closedEntries(option, table);
  if (closed) {
    const bare = text.trim().replace(/^<[@#]!?(\d+)>$/, '$1');
    const yes = option.type === TYPE.boolean ? { yes: 'true', on: 'true', no: 'false', off: 'false' }[fold(bare)] : undefined;
    const hit = closed.find((entry) => fold(entry.label) === fold(yes ?? bare)) ?? closed.find((entry) => String(entry.value) === bare);
    if (hit) return { value: hit.value };
    const names = closed.slice(0, 8).map((entry) => entry.label).join(', ');
    return { error: closed.length ? `“${text}” is not one of: ${names}${closed.length > 8 ? ', …' : ''}.` : 'There is nothing to choose from.' };
  }
  if (option.type === TYPE.integer || option.type === TYPE.number) {
    const bare = text.trim().replace(/^\+/, '').replace('−', '-');
    const fits = option.type === TYPE.integer ? /^-?\d{1,16}$/ : /^-?\d{1,16}([.,]\d{1,12})?$/;
    if (!fits.test(bare)) return { error: `“${text}” is not a ${TYPE_WORDS[option.type]}.` };
    const value = Number(bare.replace(',', '.'));
    if (option.min_value != null && value < option.min_value) return { error: `The least is ${option.min_value}.` };
    if (option.max_value != null && value > option.max_value) return { error: `The most is ${option.max_value}.` };
    return { value };
  }
  if (option.type === TYPE.attachment) return { error: 'Files cannot be handed in at the local table.' };
  const length = [...text].length;
  if (option.min_length != null && length < option.min_length) return { error: `At least ${option.min_length} characters are needed.` };
  if (option.max_length != null && length > option.max_length) return { error: `At most ${option.max_length} characters fit.` };
  return { value: text };
}

// ---- commands typed out: /dice roll what:2d6+1 for:"port guns, Lorient" --------------------------------------------

function leafIn(text, leaves) {
  const lower = text.toLowerCase();
  return leaves
    .filter((leaf) => lower === `/${leaf.path}` || lower.startsWith(`/${leaf.path} `))
    .sort((one, other) => other.path.length - one.path.length)[0];
}

/** Entries `{option, value, start, from, to}` (positions in `text`), and `lead`, what stands before the first name. */
function readTyped(text, leaf) {
  const begin = Math.min(text.length, leaf.path.length + 2);
  const entries = [];
  const name = /([^\s:"]+):/y;
  let at = begin;
  while (at < text.length) {
    if (at === begin || /\s/.test(text[at - 1])) {
      name.lastIndex = at;
      const hit = name.exec(text);
      const option = hit && leaf.options.find((candidate) => candidate.name === hit[1].toLowerCase());
      if (option && !entries.some((entry) => entry.option === option)) {
        const from = at + hit[0].length;
        entries.push({ option, start: at, from });
        at = from;
        // Inside quotes nothing is a name.
        if (text[at] === '"') {
          const close = /"(?=\s|$)/g;
          close.lastIndex = at + 1;
          const end = close.exec(text);
          if (end) at = end.index + 1;
        }
        continue;
      }
    }
    at += 1;
  }
  entries.forEach((entry, index) => {
    entry.to = entries[index + 1]?.start ?? text.length;
    const raw = text.slice(entry.from, entry.to).trim();
    entry.value = raw.length >= 2 && raw.startsWith('"') && raw.endsWith('"') ? raw.slice(1, -1) : raw;
  });
  return { entries, lead: text.slice(begin, entries[0]?.start ?? text.length).trim() };
}

const quoted = (text) => (/\s/.test(text) ? `"${text}"` : text);

// ---- the composer ------------------------------------------------------------------------------------------------

/**
 * Brings the composer to life. `table` tells `users`, `channels`, `me`, `commands`, `channel()` and takes
 * `slash(leaf, options)` (false where it could not be sent) and `autocomplete(leaf, options)` (its nonce).
 */
export function makeComposer(table) {
  const find = (id) => document.getElementById(id);
  const [form, line, send, note, panel] = ['composer-form', 'composer', 'composer-send', 'composer-note', 'composer-command'].map(find);
  const [box, list, title] = ['suggestions-box', 'suggestions', 'suggestions-title'].map(find);
  const history = [];
  let recalled = -1;
  let leaves = [];
  let filling = null; // {leaf, fields: Map of option name to {option, input, node, error}} while fields are shown
  let picked = new Map(); // option name to the entry chosen from a list
  let items = [];
  let active = -1;
  let explicit = false; // the active item was reached with an arrow key
  let owner = line; // the input that the suggestions belong to
  let timer = 0;
  let awaited = null; // {nonce, show} of the autocomplete under way

  const say = (text, bad = true) => {
    note.textContent = text;
    note.classList.toggle('bad', bad && text !== '');
  };

  // Suggestions: one list above the composer, whichever input it serves.
  const hide = () => {
    items = [];
    active = -1;
    box.hidden = true;
    list.replaceChildren();
    for (const input of [line, owner]) {
      input.setAttribute('aria-expanded', 'false');
      input.removeAttribute('aria-activedescendant');
    }
  };
  const mark = (index, scroll) => {
    list.querySelector('.active')?.classList.remove('active');
    active = index;
    const node = list.querySelector(`[data-index="${index}"]`);
    list.querySelectorAll('[role="option"]').forEach((option) => option.setAttribute('aria-selected', String(option === node)));
    if (!node) {
      owner.removeAttribute('aria-activedescendant');
      return;
    }
    node.classList.add('active');
    owner.setAttribute('aria-activedescendant', node.id);
    if (scroll) node.scrollIntoView({ block: 'nearest' });
  };
  const show = (input, heading, found, first) => {
    if (owner !== input) hide();
    if (found.length === 0 && !heading) {
      hide();
      return;
    }
    owner = input;
    items = found;
    explicit = false;
    title.textContent = heading;
    title.hidden = heading === '';
    let group;
    list.replaceChildren(...found.flatMap((item, index) => {
      const node = el('div', { class: 'suggestion', role: 'option', id: `suggestion-${index}`, 'data-index': index, 'aria-selected': 'false', ...item.data },
        el('span', { class: 'suggestion-name' }, item.name, item.hint && el('span', { class: 'suggestion-hint' }, ` ${item.hint}`)),
        item.more && el('span', { class: 'suggestion-more' }, item.more));
      // The input keeps the focus, so that the next key or tap goes where it did.
      node.addEventListener('pointerdown', (event) => event.preventDefault());
      node.addEventListener('mousedown', (event) => event.preventDefault());
      node.addEventListener('click', () => item.pick());
      node.addEventListener('pointermove', () => {
        if (active !== index) mark(index, false);
      });
      if (item.group === undefined || item.group === group) return [node];
      group = item.group;
      return [el('div', { class: 'suggestion-group', role: 'presentation' }, group), node];
    }));
    list.hidden = found.length === 0;
    box.hidden = false;
    list.scrollTop = 0;
    input.setAttribute('aria-expanded', 'true');
    mark(first && found.length > 0 ? 0 : -1, false);
  };

  // What an option may take, shown while its value is typed.
  const suggestValues = (option, input, typed, others, take) => {
    clearTimeout(timer);
    awaited = null;
    const heading = [option.description, limits(option)].filter(Boolean).join(' · ');
    const asItems = (entries) => entries.slice(0, 25).map((entry) => ({
      name: entry.label, more: entry.more, data: { 'data-choice': String(entry.value) }, pick: () => take(entry),
    }));
    const closed = closedEntries(option, table);
    if (closed) {
      const settled = picked.get(option.name)?.label === typed;
      const wanted = settled ? '' : fold(typed);
      const fitting = closed.filter((entry) => fold(entry.label).includes(wanted));
      // What is typed out in full needs no choosing: Enter goes on.
      const whole = 'value' in readValue(option, typed, undefined, table);
      show(input, heading, asItems(fitting), wanted !== '' && !whole);
      return;
    }
    show(input, heading, [], false);
    if (!option.autocomplete) return;
    timer = setTimeout(() => {
      const leaf = filling?.leaf ?? leafIn(line.value, leaves);
      if (!leaf || document.activeElement !== input) return;
      const values = [...others(), { name: option.name, type: option.type, value: typed, focused: true }];
      const nonce = table.autocomplete(leaf, nest(leaf, values));
      awaited = nonce && {
        nonce,
        show: (choices) => {
          if (document.activeElement !== input) return;
          show(input, heading, asItems(choices.map((choice) => ({ label: choice.name, value: choice.value }))), false);
        },
      };
    }, DEBOUNCE);
  };

  // --- typed text
  const commandItems = () => {
    const query = line.value.slice(1).toLowerCase().trim().replace(/\s+/g, ' ');
    const words = query.split(' ').filter(Boolean);
    const rank = (leaf) => {
      if (leaf.path.startsWith(query)) return 0;
      const parts = leaf.path.split(' ');
      if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 1;
      if (words.every((word) => leaf.path.includes(word))) return 2;
      return words.every((word) => `${leaf.path} ${leaf.description}`.toLowerCase().includes(word)) ? 3 : 4;
    };
    return leaves.map((leaf, index) => ({ leaf, index, rank: rank(leaf) }))
      .filter((entry) => entry.rank < 4)
      .sort((one, other) => one.rank - other.rank || one.index - other.index)
      .map(({ leaf }) => ({
        name: `/${leaf.path}`,
        hint: leaf.options.filter((option) => option.required).map((option) => option.name).join(' '),
        more: leaf.description,
        group: leaf.command.name,
        data: { 'data-command': leaf.path },
        pick: () => openFields(leaf, new Map()),
      }));
  };
  const suggestTyped = () => {
    if (!line.value.startsWith('/')) {
      hide();
      return;
    }
    const leaf = leafIn(line.value, leaves);
    if (!leaf || line.value.length <= leaf.path.length + 1) {
      const found = commandItems();
      show(line, found.length ? '' : leaves.length ? 'No command fits.' : 'The bot has no commands yet.', found, true);
      return;
    }
    const typed = readTyped(line.value, leaf);
    const caret = line.selectionStart ?? line.value.length;
    const here = typed.entries.find((entry) => caret >= entry.from && caret <= entry.to);
    const finished = here && /\s$/.test(line.value.slice(here.from, caret)) && here.value !== '';
    if (here && !finished) {
      const others = () => typed.entries.filter((entry) => entry !== here).flatMap((entry) => {
        const read = readValue(entry.option, entry.value, picked.get(entry.option.name), table);
        return 'value' in read ? [{ name: entry.option.name, type: entry.option.type, value: read.value }] : [];
      });
      suggestValues(here.option, line, here.value, others, (entry) => {
        picked.set(here.option.name, entry);
        const after = line.value.slice(here.to);
        const before = `${line.value.slice(0, here.from)}${quoted(entry.label)} `;
        line.value = before + after.trimStart();
        line.setSelectionRange(before.length, before.length);
        suggestTyped();
      });
      return;
    }
    const left = leaf.options.filter((option) => !typed.entries.some((entry) => entry.option === option));
    show(line, leaf.description, left.map((option) => ({
      name: `${option.name}:`, hint: option.required ? '' : 'optional', more: option.description, data: { 'data-option-name': option.name },
      pick: () => {
        const start = line.value === '' || line.value.endsWith(' ') ? line.value : `${line.value} `;
        line.value = `${start}${option.name}:`;
        line.focus();
        line.setSelectionRange(line.value.length, line.value.length);
        suggestTyped();
      },
    })), false);
  };
  const sendTyped = () => {
    const text = line.value.trim();
    if (text === '') return;
    if (!text.startsWith('/')) {
      say('The bot reads commands only. Begin with / to see them.');
      return;
    }
    const leaf = leafIn(text, leaves);
    if (!leaf) {
      say(`There is no command “${text.split(/\s+/).slice(0, 2).join(' ')}” here.`);
      return;
    }
    const { entries, lead } = readTyped(text, leaf);
    const values = new Map(entries.map((entry) => [entry.option.name, entry.value]));
    if (lead !== '') {
      const first = leaf.options.find((option) => option.required && !values.has(option.name)) ?? leaf.options.find((option) => !values.has(option.name));
      if (!first) {
        say(`“${lead}” belongs to no option of /${leaf.path}.`);
        return;
      }
      values.set(first.name, lead);
    }
    submit(leaf, values, (name) => {
      openFields(leaf, values);
      if (name) showErrors(name);
    });
  };

  // Both ways meet here: check, build, send.
  const submit = (leaf, values, refuse) => {
    const options = [];
    for (const option of leaf.options) {
      const text = values.get(option.name) ?? '';
      if (text === '') {
        if (option.required) {
          refuse(option.name);
          return;
        }
        continue;
      }
      const read = readValue(option, text, picked.get(option.name), table);
      if ('error' in read) {
        refuse(option.name);
        return;
      }
      options.push({ name: option.name, type: option.type, value: read.value });
    }
    if (!table.slash(leaf, nest(leaf, options))) {
      say('Not connected; nothing was sent.');
      return;
    }
    const words = leaf.options.filter((option) => values.get(option.name)).map((option) => `${option.name}:${quoted(values.get(option.name))}`);
    history.unshift(['/' + leaf.path, ...words].join(' '));
    history.length = Math.min(history.length, 30);
    reset();
    line.focus();
  };

  // --- fields
  const fieldTexts = () => new Map([...filling.fields.values()].map((field) => [field.option.name, field.input.value]));
  const checkField = (field) => {
    const text = field.input.value;
    const read = text === '' ? (field.option.required ? { error: 'This must be filled in.' } : {}) : readValue(field.option, text, picked.get(field.option.name), table);
    field.error.textContent = read.error ?? '';
    if (read.error) field.input.setAttribute('aria-invalid', 'true');
    else field.input.removeAttribute('aria-invalid');
    return !read.error;
  };
  const showErrors = (firstName) => {
    for (const field of filling.fields.values()) checkField(field);
    filling.fields.get(firstName)?.input.focus();
  };
  const submitFields = () => {
    const { leaf } = filling;
    submit(leaf, fieldTexts(), showErrors);
  };
  const suggestField = (field) => {
    const others = () => [...filling.fields.values()].filter((other) => other !== field && other.input.value !== '').flatMap((other) => {
      const read = readValue(other.option, other.input.value, picked.get(other.option.name), table);
      return 'value' in read ? [{ name: other.option.name, type: other.option.type, value: read.value }] : [];
    });
    suggestValues(field.option, field.input, field.input.value, others, (entry) => {
      picked.set(field.option.name, entry);
      field.input.value = entry.label;
      checkField(field);
      const next = [...filling.fields.values()].find((other) => other.input.value === '' && other !== field);
      hide();
      if (next) next.input.focus();
      else field.input.focus();
    });
  };
  const addField = (option, text) => {
    const id = `option-${option.name}`;
    const numeric = option.type === TYPE.integer ? 'numeric' : option.type === TYPE.number ? 'decimal' : null;
    const input = el('input', {
      type: 'text', id, 'data-option': option.name, role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'suggestions',
      'aria-required': String(option.required === true), 'aria-describedby': `${id}-error`, inputmode: (option.min_value ?? -1) >= 0 ? numeric : null,
      autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'send', placeholder: TYPE_WORDS[option.type], disabled: option.type === TYPE.attachment,
    });
    input.value = text;
    const error = el('span', { class: 'field-error', id: `${id}-error` }, option.type === TYPE.attachment ? 'Files cannot be handed in at the local table.' : '');
    const field = { option, input, error };
    const remove = !option.required && el('button', {
      type: 'button', class: 'field-remove', 'aria-label': `Leave out ${option.name}`, title: 'Leave out',
      onclick: () => {
        filling.fields.delete(option.name);
        field.node.remove();
        picked.delete(option.name);
        hide();
        paintMore();
        ([...filling.fields.values()].at(-1)?.input ?? send).focus();
      },
    }, icon('icon-close'));
    field.node = el('div', { class: 'field' }, el('label', { for: id }, option.name, option.required && el('span', { class: 'required', title: 'required' }, ' *')), input, remove, error);
    input.addEventListener('focus', () => suggestField(field));
    input.addEventListener('input', () => {
      if (error.textContent) checkField(field);
      suggestField(field);
    });
    input.addEventListener('blur', () => {
      if (owner === input) hide();
    });
    filling.fields.set(option.name, field);
    panel.querySelector('.fields').append(field.node);
    return field;
  };
  const paintMore = () => {
    const left = filling.leaf.options.filter((option) => !filling.fields.has(option.name));
    panel.querySelector('.fields-more').replaceChildren(...left.map((option) => el('button', {
      type: 'button', class: 'add-option', 'data-add-option': option.name, title: option.description,
      onclick: () => {
        const field = addField(option, '');
        paintMore();
        field.input.focus();
      },
    }, `+ ${option.name}`)));
  };
  const openFields = (leaf, values) => {
    const kept = values.size > 0 ? picked : new Map();
    reset();
    picked = kept;
    filling = { leaf, fields: new Map() };
    const shut = el('button', { type: 'button', class: 'field-remove', 'aria-label': 'Leave this command', title: 'Leave this command', onclick: leaveFields }, icon('icon-close'));
    panel.replaceChildren(
      el('div', { class: 'command-head' }, el('strong', { 'data-open-command': leaf.path }, `/${leaf.path}`), el('span', {}, leaf.description), shut),
      el('div', { class: 'fields' }),
      el('div', { class: 'fields-more', role: 'group', 'aria-label': 'Optional' }));
    for (const option of leaf.options) {
      if (option.required || values.has(option.name)) addField(option, values.get(option.name) ?? '');
    }
    paintMore();
    panel.hidden = false;
    line.hidden = true;
    form.classList.add('filling');
    const first = [...filling.fields.values()].find((field) => field.input.value === '') ?? [...filling.fields.values()][0];
    if (first) {
      first.input.focus();
    } else {
      say(leaf.options.length ? 'Nothing must be filled in: Enter sends it.' : 'Enter sends it.', false);
      send.focus();
    }
  };
  const leaveFields = () => {
    reset();
    line.focus();
  };
  const reset = () => {
    clearTimeout(timer);
    awaited = null;
    filling = null;
    picked = new Map();
    recalled = -1;
    line.value = '';
    line.hidden = false;
    panel.hidden = true;
    panel.replaceChildren();
    form.classList.remove('filling');
    hide();
    owner = line;
    say('');
  };

  // --- keys
  const moveIn = (step) => {
    explicit = true;
    mark((active + step + items.length + (active < 0 && step < 0 ? 1 : 0)) % items.length, true);
  };
  form.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const open = !box.hidden && items.length > 0;
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && open && event.target === owner && recalled < 0) {
      moveIn(event.key === 'ArrowDown' ? 1 : -1);
      event.preventDefault();
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && event.target === line && history.length > 0 && (recalled >= 0 || line.value === '')) {
      recalled = Math.max(-1, Math.min(history.length - 1, recalled + (event.key === 'ArrowUp' ? 1 : -1)));
      line.value = recalled >= 0 ? history[recalled] : '';
      hide();
      event.preventDefault();
    } else if (event.key === 'Escape') {
      if (!box.hidden) hide();
      else if (filling) leaveFields();
      else reset();
      event.preventDefault();
    } else if (event.key === 'Tab' && !event.shiftKey && open && active >= 0 && event.target === owner && (event.target === line || explicit)) {
      items[active].pick();
      event.preventDefault();
    } else if (event.key === 'Backspace' && filling && event.target.matches?.('[data-option]') && event.target.value === '') {
      const field = filling.fields.get(event.target.dataset.option);
      if (!field.option.required) {
        field.node.querySelector('.field-remove').click();
        event.preventDefault();
      }
    } else if (event.key === 'Enter' && event.target.matches?.('input')) {
      event.preventDefault();
      const whole = event.target === line && leafIn(line.value.trim(), leaves);
      const ready = whole && line.value.trim().length === whole.path.length + 1 && !whole.options.some((option) => option.required);
      if (open && active >= 0 && event.target === owner && (explicit || !ready)) items[active].pick();
      else form.requestSubmit();
    }
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (filling) submitFields();
    else sendTyped();
  });
  line.addEventListener('input', () => {
    recalled = -1;
    say('');
    suggestTyped();
  });
  line.addEventListener('click', suggestTyped);
  line.addEventListener('keyup', (event) => {
    if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) suggestTyped();
  });
  line.addEventListener('blur', () => {
    if (owner === line) hide();
  });

  return {
    /** Reads the command tree anew: after connecting, after a registration, on changing channel. */
    refresh() {
      leaves = leavesOf(table.commands, table.channel()?.kind === 'dm');
      if (filling && !leaves.some((leaf) => leaf.path === filling.leaf.path)) reset();
      else if (filling) filling.leaf = leaves.find((leaf) => leaf.path === filling.leaf.path);
    },
    /** The answer to an autocomplete; stale ones are passed over. */
    choices(nonce, choices) {
      if (awaited?.nonce === nonce) awaited.show(choices);
    },
    /** Opens the fields of a command, as from a mention in a message. */
    open(path) {
      const leaf = leaves.find((candidate) => candidate.path === path);
      if (leaf) openFields(leaf, new Map());
      else say(`/${path} cannot be used here.`);
    },
    /** Puts the caret in the line, with `text` if given. */
    focus(text) {
      if (filling) return;
      line.focus();
      if (text !== undefined) {
        line.value = text;
        suggestTyped();
      }
    },
    reset,
  };
}
