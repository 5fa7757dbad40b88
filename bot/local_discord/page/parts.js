// Buttons and menus on messages.

import { el, icon } from './markdown.js';
import { nameOf } from './messages.js';
import { channelIcon, inOrder } from './places.js';
import { openSelect } from './select.js';

const BUTTONS = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link' };

/** A row of buttons, or a menu. */
export function rowElement(row, message, table) {
  const busy = table.busy.get(message.id);
  const node = el('div', { class: 'row' });
  for (const component of row.components ?? []) {
    if (component.type === 2) node.append(buttonElement(component, message, table, busy));
    else if ([3, 5, 7, 8].includes(component.type)) node.append(selectElement(component, message, table, busy));
    else node.append(el('p', { class: 'unsupported' }, `The local table cannot show a component of type ${component.type}.`));
  }
  return node;
}

function buttonElement(component, message, table, busy) {
  const label = [component.emoji?.name && el('span', { class: 'emoji' }, component.emoji.name), component.label && el('span', {}, component.label)];
  if (component.style === 5) {
    const safe = /^https?:\/\//.test(component.url ?? '') && !component.disabled;
    return el('a', { class: 'button secondary', href: safe ? component.url : null, target: '_blank', rel: 'noopener noreferrer', title: component.url, 'aria-disabled': safe ? null : 'true' }, ...label, icon('icon-out'));
  }
  const waiting = busy === component.custom_id;
  return el('button', {
    type: 'button',
    class: `button ${BUTTONS[component.style] ?? 'secondary'}`,
    'data-custom-id': component.custom_id,
    disabled: component.disabled === true || (busy !== undefined && !waiting),
    'aria-busy': waiting ? 'true' : null,
    onclick: () => {
      if (!waiting) table.press(message, component);
    },
  }, ...label);
}

/** What a menu offers: its own options, or the people or channels there are. */
function entriesOf(component, table) {
  if (component.type === 3) return component.options ?? [];
  const preset = (id) => (component.default_values ?? []).some((value) => value.id === id);
  if (component.type === 8) {
    const kinds = { text: 0, dm: 1, thread: 11 };
    const allowed = component.channel_types ?? [];
    return inOrder(table.channels)
      .filter((channel) => channel.kind !== 'dm' && (allowed.length === 0 || allowed.includes(kinds[channel.kind])))
      .map((channel) => ({ label: channel.name, value: channel.id, default: preset(channel.id), icon: channelIcon(channel) }));
  }
  return [...table.users.values()].map((user) => ({
    label: nameOf(user), value: user.id, default: preset(user.id), user, description: user.bot ? 'App' : user.id === table.me?.id ? 'You' : undefined,
  }));
}

function selectElement(component, message, table, busy) {
  const options = entriesOf(component, table);
  const chosen = table.chosen.get(`${message.id} ${component.custom_id}`) ?? options.filter((option) => option.default).map((option) => option.value);
  const names = options.filter((option) => chosen.includes(option.value)).map((option) => option.label);
  const words = names.join(', ') || component.placeholder || 'Make a selection';
  const node = el('button', {
    type: 'button',
    class: names.length ? 'select' : 'select empty',
    'data-custom-id': component.custom_id,
    'aria-haspopup': 'listbox',
    'aria-expanded': 'false',
    'aria-label': component.placeholder && names.length ? `${component.placeholder}: ${words}` : words,
    'aria-busy': busy === component.custom_id ? 'true' : null,
    disabled: component.disabled === true || busy !== undefined,
  }, el('span', { class: 'select-text' }, words), icon('icon-down'));
  node.addEventListener('click', () => openSelect(node, { ...component, options: entriesOf(component, table) }, chosen, (values) => table.press(message, component, values)));
  return node;
}
