// The commands there are: their tree, their languages, what may stand in their options, how they are typed out.

import { nameOf } from './messages.js';
import { inOrder } from './places.js';

export const TYPE = { sub: 1, group: 2, string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10, attachment: 11 };
export const TYPE_WORDS = { 3: 'text', 4: 'whole number', 5: 'true or false', 6: 'a person', 7: 'a channel', 8: 'a role id', 9: 'a person', 10: 'number', 11: 'a file' };

// ---- languages ---------------------------------------------------------------------------------------------------

const SECOND = { 'en-US': 'en-GB', 'en-GB': 'en-US', 'es-419': 'es-ES' };

/** A name or description of a command, option or choice in a locale of Discord's. */
export function told(thing, key, locale) {
  const local = thing[`${key}_localizations`] ?? {};
  return local[locale] ?? local[SECOND[locale]] ?? thing[key] ?? '';
}

const isCalled = (thing, name, locale) => thing.name === name || told(thing, 'name', locale).toLowerCase() === name;

// ---- commands and what may stand in their options ----------------------------------------------------------------

/**
 * Every command that can be sent, subcommands by their whole path, as `{path, shown, parts, command, description, options}`: `path` in the
 * bot's own words, `shown` in the locale's.
 */
export function leavesOf(commands, inDm, locale) {
  const found = [];
  const walk = (node, parts, command) => {
    const below = (node.options ?? []).filter((option) => option.type === TYPE.sub || option.type === TYPE.group);
    if (below.length > 0) below.forEach((option) => walk(option, [...parts, option], command));
    else {
      found.push({
        path: parts.map((part) => part.name).join(' '), shown: parts.map((part) => told(part, 'name', locale)).join(' '),
        parts, command, description: told(node, 'description', locale), options: node.options ?? [],
      });
    }
  };
  for (const command of commands) {
    if ((command.type ?? 1) !== 1) continue;
    if (Array.isArray(command.contexts) ? !command.contexts.includes(inDm ? 1 : 0) : inDm && command.dm_permission === false) continue;
    walk(command, [command], command);
  }
  return found;
}

/** Discord's nesting: values inside their subcommand inside its group. */
export function nest(leaf, values) {
  return leaf.parts.slice(1).reduceRight((inner, part) => [{ name: part.name, type: part.type, options: inner }], values);
}

/** What the option asks for, in words. */
export function limits(option) {
  const words = [TYPE_WORDS[option.type] ?? ''];
  if (option.min_value != null && option.max_value != null) words.push(`${option.min_value} to ${option.max_value}`);
  else if (option.min_value != null) words.push(`at least ${option.min_value}`);
  else if (option.max_value != null) words.push(`at most ${option.max_value}`);
  if (option.max_length != null) words.push(`up to ${option.max_length} characters`);
  return words.join(', ');
}

/** The entries that a closed option may take, or null where anything may be typed. */
export function closedEntries(option, table) {
  if (option.choices?.length) return option.choices.map((choice) => ({ label: told(choice, 'name', table.locale()), also: choice.name, value: choice.value }));
  if (option.type === TYPE.boolean) return [{ label: 'True', value: true }, { label: 'False', value: false }];
  if (option.type === TYPE.user || option.type === TYPE.mentionable) {
    return [...table.users.values()].map((user) => ({ label: nameOf(user), value: user.id, user, side: user.bot ? 'App' : user.id === table.me?.id ? 'You' : '' }));
  }
  if (option.type === TYPE.channel) {
    const allowed = option.channel_types;
    const kinds = { text: 0, dm: 1, thread: 11 };
    return inOrder(table.channels)
      .filter((channel) => channel.kind !== 'dm' && (!allowed?.length || allowed.includes(kinds[channel.kind])))
      .map((channel) => ({ label: `#${channel.name}`, value: channel.id }));
  }
  return null;
}

export const fold = (text) => String(text).toLowerCase().replace(/^[@#]/, '');

/** Reads typed text as the option's value: `{value}` or `{error}`. `picked` is the entry chosen from a list. */
export function readValue(option, text, picked, table) {
  if (picked && picked.label === text) return { value: picked.value };
  const closed = closedEntries(option, table);
  if (closed) {
    const bare = text.trim().replace(/^<[@#]!?(\d+)>$/, '$1');
    const yes = option.type === TYPE.boolean ? { yes: 'true', on: 'true', no: 'false', off: 'false' }[fold(bare)] : undefined;
    const hit = closed.find((entry) => fold(entry.label) === fold(yes ?? bare)) ?? closed.find((entry) => entry.also !== undefined && fold(entry.also) === fold(bare)) ?? closed.find((entry) => String(entry.value) === bare);
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
  if (option.type === TYPE.attachment) return { error: 'Choose a file for this, or drop one here.' };
  const length = [...text].length;
  if (option.min_length != null && length < option.min_length) return { error: `At least ${option.min_length} characters are needed.` };
  if (option.max_length != null && length > option.max_length) return { error: `At most ${option.max_length} characters fit.` };
  return { value: text };
}

// ---- commands typed out: /dice roll what:2d6+1 for:"port guns, Lorient" --------------------------------------------

/** The command that a text begins with, in either language. */
export function leafIn(text, leaves) {
  const lower = text.toLowerCase();
  const begins = (leaf, path) => lower === `/${path}` || lower.startsWith(`/${path} `);
  return leaves
    .flatMap((leaf) => [leaf.path, leaf.shown].filter((path) => begins(leaf, path)).map((path) => ({ leaf, path })))
    .sort((one, other) => other.path.length - one.path.length)[0];
}

/** Entries `{option, value, start, from, to}` (positions in `text`), and `lead`, what stands before the first name. */
export function readTyped(text, { leaf, path }, locale) {
  const begin = Math.min(text.length, path.length + 2);
  const entries = [];
  const name = /([^\s:"]+):/y;
  let at = begin;
  while (at < text.length) {
    if (at === begin || /\s/.test(text[at - 1])) {
      name.lastIndex = at;
      const hit = name.exec(text);
      const option = hit && (leaf.options.find((candidate) => candidate.name === hit[1].toLowerCase()) ?? leaf.options.find((candidate) => isCalled(candidate, hit[1].toLowerCase(), locale)));
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

export const quoted = (text) => (/\s/.test(text) ? `"${text}"` : text);
