// The line at the foot of the page: plain words, slash commands as a list with fields to fill, or typed out whole.

import { TYPE, TYPE_WORDS, closedEntries, fold, leafIn, leavesOf, limits, nest, quoted, readTyped, readValue, told } from './commands.js';
import { fileField } from './files.js';
import { el, icon } from './markdown.js';
import { makeSuggestions } from './suggestions.js';

const DEBOUNCE = 200;

/**
 * Brings the composer to life. `table` tells `users`, `channels`, `me`, `commands`, `channel()` and takes
 * `slash(leaf, options)` (false where it could not be sent) and `autocomplete(leaf, options)` (its nonce).
 */
export function makeComposer(table) {
  const find = (id) => document.getElementById(id);
  const [form, line, send, note, panel, slash] = ['composer-form', 'composer', 'composer-send', 'composer-note', 'composer-command', 'composer-slash'].map(find);
  const offered = makeSuggestions(line);
  const { hide, mark, show } = offered;
  const history = [];
  let recalled = -1;
  let leaves = [];
  let filling = null; // {leaf, fields: Map of option name to {option, input, node, error}} while fields are shown
  let picked = new Map(); // option name to the entry chosen from a list
  let timer = 0;
  let awaited = null; // {nonce, show} of the autocomplete under way

  const say = (text, bad = true) => {
    note.textContent = text;
    note.classList.toggle('bad', bad && text !== '');
  };

  // What an option may take, shown while its value is typed.
  const suggestValues = (option, input, typed, others, take) => {
    clearTimeout(timer);
    awaited = null;
    const heading = [told(option, 'description', table.locale()), limits(option)].filter(Boolean).join(' · ');
    const asItems = (entries) => entries.slice(0, 25).map((entry) => ({
      name: entry.label, user: entry.user, side: entry.side, data: { 'data-choice': String(entry.value) }, pick: () => take(entry),
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
      const leaf = filling?.leaf ?? leafIn(line.value, leaves)?.leaf;
      if (!leaf || document.activeElement !== input) return;
      const values = [...others(), { name: option.name, type: option.type, value: typed, focused: true }];
      const nonce = table.autocomplete(leaf, nest(leaf, values));
      awaited = nonce && {
        nonce,
        show: (choices) => {
          if (document.activeElement !== input) return;
          show(input, heading, asItems(choices.map((choice) => ({ label: told(choice, 'name', table.locale()), value: choice.value }))), false);
        },
      };
    }, DEBOUNCE);
  };

  // --- typed text
  const commandItems = () => {
    const query = line.value.slice(1).toLowerCase().trim().replace(/\s+/g, ' ');
    const words = query.split(' ').filter(Boolean);
    const rank = (leaf) => {
      if (leaf.shown.startsWith(query) || leaf.path.startsWith(query)) return 0;
      const parts = `${leaf.shown} ${leaf.path}`.split(' ');
      if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 1;
      if (words.every((word) => parts.some((part) => part.includes(word)))) return 2;
      return words.every((word) => `${parts.join(' ')} ${leaf.description}`.toLowerCase().includes(word)) ? 3 : 4;
    };
    return leaves.map((leaf, index) => ({ leaf, index, rank: rank(leaf) }))
      .filter((entry) => entry.rank < 4)
      .sort((one, other) => one.rank - other.rank || one.index - other.index)
      .map(({ leaf }) => ({
        name: `/${leaf.shown}`,
        chips: leaf.options.map((option) => ({ name: told(option, 'name', table.locale()), required: option.required === true })).sort((one, other) => other.required - one.required).slice(0, 6),
        more: leaf.description,
        data: { 'data-command': leaf.path },
        pick: () => openFields(leaf, new Map()),
      }));
  };
  const suggestTyped = () => {
    if (!line.value.startsWith('/')) {
      hide();
      return;
    }
    const begun = leafIn(line.value, leaves);
    if (!begun || line.value.length <= begun.path.length + 1) {
      const found = commandItems();
      show(line, found.length ? '' : leaves.length ? 'No command fits.' : 'The bot has no commands yet.', found, true);
      return;
    }
    const { leaf } = begun;
    const typed = readTyped(line.value, begun, table.locale());
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
    const named = (option) => told(option, 'name', table.locale());
    show(line, leaf.description, left.map((option) => ({
      name: `${named(option)}:`, side: option.required ? '' : 'optional', more: told(option, 'description', table.locale()), data: { 'data-option-name': option.name },
      pick: () => {
        if (option.type === TYPE.attachment) {
          openFields(leaf, new Map([...typed.entries.map((entry) => [entry.option.name, entry.value]), [option.name, '']]));
          return;
        }
        const start = line.value === '' || line.value.endsWith(' ') ? line.value : `${line.value} `;
        line.value = `${start}${named(option)}:`;
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
      const sent = table.chat(text, (why) => {
        if (line.value === '') line.value = text;
        say(why);
      });
      if (!sent) {
        say('Not connected; nothing was sent.');
        return;
      }
      reset();
      return;
    }
    const begun = leafIn(text, leaves);
    if (!begun) {
      say(`There is no command “${text.split(/\s+/).slice(0, 2).join(' ')}” here.`);
      return;
    }
    const { leaf } = begun;
    const { entries, lead } = readTyped(text, begun, table.locale());
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
      if (option.type === TYPE.attachment && picked.get(option.name)) {
        options.push({ name: option.name, type: option.type, value: picked.get(option.name).value });
        continue;
      }
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
    const words = leaf.options.filter((option) => values.get(option.name) && option.type !== TYPE.attachment).map((option) => `${option.name}:${quoted(values.get(option.name))}`);
    history.unshift(['/' + leaf.path, ...words].join(' '));
    history.length = Math.min(history.length, 30);
    reset();
    line.focus();
  };

  // --- fields
  const fieldTexts = () => new Map([...filling.fields.values()].map((field) => [field.option.name, field.input.value ?? '']));
  const checkField = (field) => {
    if (field.file) return field.file.check();
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
    // A file that is still on its way must not be left behind.
    const waiting = [...filling.fields.values()].find((field) => field.file && !field.file.check());
    if (waiting) {
      showErrors(waiting.option.name);
      return;
    }
    submit(leaf, fieldTexts(), showErrors);
  };
  const suggestField = (field) => {
    const others = () => [...filling.fields.values()].filter((other) => other !== field && !other.file && other.input.value !== '').flatMap((other) => {
      const read = readValue(other.option, other.input.value, picked.get(other.option.name), table);
      return 'value' in read ? [{ name: other.option.name, type: other.option.type, value: read.value }] : [];
    });
    suggestValues(field.option, field.input, field.input.value, others, (entry) => {
      picked.set(field.option.name, entry);
      field.input.value = entry.label;
      checkField(field);
      const next = [...filling.fields.values()].find((other) => other.input.value === '' && other !== field && !(other.file && picked.has(other.option.name)));
      hide();
      if (next) next.input.focus();
      else field.input.focus();
    });
  };
  const addField = (option, text) => {
    const id = `option-${option.name}`;
    const name = told(option, 'name', table.locale());
    const file = option.type === TYPE.attachment && fileField(option, id, table, {
      given: (entry) => {
        if (entry) picked.set(option.name, entry);
        else picked.delete(option.name);
      },
      settled: () => send.focus(),
    });
    const numeric = option.type === TYPE.integer ? 'numeric' : option.type === TYPE.number ? 'decimal' : null;
    const input = file ? file.button : el('input', {
      type: 'text', id, 'data-option': option.name, role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'suggestions',
      'aria-required': String(option.required === true), 'aria-describedby': `${id}-error`, inputmode: (option.min_value ?? -1) >= 0 ? numeric : null,
      autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'send', placeholder: TYPE_WORDS[option.type],
    });
    if (!file) input.value = text;
    const error = file ? file.error : el('span', { class: 'field-error', id: `${id}-error` });
    const field = { option, input, error, file };
    const remove = !option.required && el('button', {
      type: 'button', class: 'field-remove', 'aria-label': `Leave out ${name}`, title: 'Leave out',
      onclick: () => {
        filling.fields.delete(option.name);
        field.node.remove();
        picked.delete(option.name);
        hide();
        paintMore();
        ([...filling.fields.values()].at(-1)?.input ?? send).focus();
      },
    }, icon('icon-close'));
    field.node = el('div', { class: 'field' }, el('label', { for: id, title: told(option, 'description', table.locale()) }, name, option.required && el('span', { class: 'required', title: 'required' }, ' *')), input, remove, error);
    if (file) input.addEventListener('focus', hide);
    else input.addEventListener('focus', () => suggestField(field));
    if (!file) input.addEventListener('input', () => {
      if (error.textContent) checkField(field);
      suggestField(field);
    });
    input.addEventListener('blur', () => {
      if (offered.owner === input) hide();
    });
    filling.fields.set(option.name, field);
    panel.querySelector('.fields').append(field.node);
    return field;
  };
  const paintMore = () => {
    const left = filling.leaf.options.filter((option) => !filling.fields.has(option.name));
    panel.querySelector('.fields-more').replaceChildren(...left.map((option) => el('button', {
      type: 'button', class: 'add-option', 'data-add-option': option.name, title: told(option, 'description', table.locale()),
      onclick: () => {
        const field = addField(option, '');
        paintMore();
        field.input.focus();
      },
    }, `+ ${told(option, 'name', table.locale())}`)));
  };
  const openFields = (leaf, values) => {
    const kept = values.size > 0 ? picked : new Map();
    reset();
    picked = kept;
    filling = { leaf, fields: new Map() };
    const shut = el('button', { type: 'button', class: 'field-remove', 'aria-label': 'Leave this command', title: 'Leave this command', onclick: leaveFields }, icon('icon-close'));
    panel.replaceChildren(
      el('div', { class: 'command-head' }, el('strong', { 'data-open-command': leaf.path }, `/${leaf.shown}`), el('span', { class: 'about' }, leaf.description), shut),
      el('div', { class: 'fields' }),
      el('div', { class: 'fields-more', role: 'group', 'aria-label': 'Optional' }));
    for (const option of leaf.options) {
      if (option.required || values.has(option.name)) addField(option, values.get(option.name) ?? '');
    }
    paintMore();
    panel.hidden = false;
    line.hidden = true;
    form.classList.add('filling');
    const first = [...filling.fields.values()].find((field) => (field.input.value ?? '') === '') ?? [...filling.fields.values()][0];
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
    offered.owner = line;
    say('');
  };

  // --- keys
  const moveIn = (step) => {
    offered.explicit = true;
    mark((offered.active + step + offered.items.length + (offered.active < 0 && step < 0 ? 1 : 0)) % offered.items.length, true);
  };
  form.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const open = offered.isOpen() && offered.items.length > 0;
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && open && event.target === offered.owner && recalled < 0) {
      moveIn(event.key === 'ArrowDown' ? 1 : -1);
      event.preventDefault();
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && event.target === line && history.length > 0 && (recalled >= 0 || line.value === '')) {
      recalled = Math.max(-1, Math.min(history.length - 1, recalled + (event.key === 'ArrowUp' ? 1 : -1)));
      line.value = recalled >= 0 ? history[recalled] : '';
      hide();
      event.preventDefault();
    } else if (event.key === 'Escape') {
      if (offered.isOpen()) hide();
      else if (filling) leaveFields();
      else reset();
      event.preventDefault();
    } else if (event.key === 'Tab' && !event.shiftKey && open && offered.active >= 0 && event.target === offered.owner && (event.target === line || offered.explicit)) {
      offered.items[offered.active].pick();
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
      const ready = whole && line.value.trim().length === whole.path.length + 1 && !whole.leaf.options.some((option) => option.required);
      if (open && offered.active >= 0 && event.target === offered.owner && (offered.explicit || !ready)) offered.items[offered.active].pick();
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
  slash.addEventListener('pointerdown', (event) => event.preventDefault());
  slash.addEventListener('click', () => {
    line.value = line.value.startsWith('/') && offered.isOpen() ? '' : '/';
    line.focus();
    suggestTyped();
  });
  line.addEventListener('keyup', (event) => {
    if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) suggestTyped();
  });
  line.addEventListener('blur', () => {
    if (offered.owner === line) hide();
  });

  return {
    /** Reads the command tree anew: after connecting, after a registration, on changing channel. */
    refresh() {
      leaves = leavesOf(table.commands, table.channel()?.kind === 'dm', table.locale());
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
    /** What the open command asks a place for, as typed in its first field; empty where nothing is typed, nothing where it asks for none. */
    wantsPlace() {
      if (!filling || !['x', 'y'].every((name) => filling.leaf.options.some((option) => option.name === name))) return null;
      return filling.fields.get(filling.leaf.options[0].name)?.input.value ?? '';
    },
    /** A place was tapped on a picture: into the fields x and y. */
    place(at) {
      if (!filling) return;
      for (const [name, value] of Object.entries(at)) {
        const option = filling.leaf.options.find((one) => one.name === name);
        const field = filling.fields.get(name) ?? addField(option, '');
        field.input.value = value;
        picked.delete(name);
        checkField(field);
      }
      paintMore();
      hide();
      send.focus();
    },
    /** A file was dropped or pasted: into the first field that wants one, or a choice of commands that take one. */
    offer(file) {
      const wanting = filling && [...filling.fields.values()].find((field) => field.file && !picked.has(field.option.name));
      if (wanting) {
        wanting.file.take(file);
        return;
      }
      const more = filling?.leaf.options.find((option) => option.type === TYPE.attachment && !filling.fields.has(option.name));
      if (more) {
        addField(more, '').file.take(file);
        paintMore();
        return;
      }
      const taking = leaves.filter((leaf) => leaf.options.some((option) => option.type === TYPE.attachment));
      if (filling || taking.length === 0) {
        say(taking.length === 0 ? 'No command here takes a file.' : 'This command takes no more files.');
        return;
      }
      line.focus();
      show(line, `What is ${file.name} for?`, taking.map((leaf) => ({
        name: `/${leaf.shown}`, chips: [], more: leaf.description, data: { 'data-command': leaf.path },
        pick: () => {
          openFields(leaf, new Map());
          this.offer(file);
        },
      })), true);
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
