// One message as Discord shows it: who answered what, text, embeds, files, buttons and selects.

import { el, formatTime, icon, markdown, timeElement } from './markdown.js';

const EPHEMERAL = 64;
const LOADING = 128;
const SUPPRESS_EMBEDS = 4;
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const FACES = ['#3f7d6e', '#8a5a9e', '#a4603c', '#47709e', '#7b7f34', '#a14d6a', '#5c64b0', '#77655a'];
const BUTTONS = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link' };

/** Is this shown to one person only? */
export const isEphemeral = (message) => message.ephemeral === true || ((message.flags ?? 0) & EPHEMERAL) !== 0;

/** Seconds since 1970 of a message. */
export const sentAt = (message) => Math.floor(Date.parse(message.timestamp) / 1000);

/** A round face: the bot's mark, or initials on a colour that follows from the id. */
export function face(user, small) {
  const node = el('span', { class: small ? 'face small' : 'face', 'aria-hidden': 'true' });
  if (user.bot) {
    node.classList.add('bot');
    node.append(icon('mark'));
    return node;
  }
  const sum = [...String(user.id)].reduce((total, char) => (total * 31 + char.charCodeAt(0)) % 65521, 7);
  node.style.setProperty('--face', FACES[sum % FACES.length]);
  const words = nameOf(user).trim().split(/\s+/).filter(Boolean);
  node.append(words.slice(0, 2).map((word) => [...word][0].toUpperCase()).join('') || '?');
  return node;
}

/** The name a user goes by. */
export const nameOf = (user) => user.global_name ?? user.username ?? user.name ?? 'Somebody';

/** Builds a message. `joined` leaves the header out where the author goes on speaking. */
export function messageElement(message, table, joined) {
  const private_ = isEphemeral(message);
  const loading = message.loading === true || ((message.flags ?? 0) & LOADING) !== 0;
  const node = el('article', {
    class: `message${joined ? ' joined' : ''}${private_ ? ' private' : ''}`,
    'data-message-id': message.id,
    'data-ephemeral': private_ ? 'true' : null,
    'data-loading': loading ? 'true' : null,
    'aria-label': `${nameOf(message.author)}, ${formatTime(sentAt(message), 'f', table.now())}`,
  });
  const asked = message.interaction ?? message.interaction_metadata;
  if (asked?.name && asked.user) {
    node.append(el('div', { class: 'asked' }, face(asked.user, true), el('span', { class: 'asked-who' }, nameOf(asked.user)), ' used ', el('span', { class: 'asked-what' }, `/${asked.name}`)));
  }
  const body = el('div', { class: 'body' });
  if (joined) {
    node.append(el('div', { class: 'gutter' }, el('span', { class: 'gutter-time' }, formatTime(sentAt(message), 't', table.now()))));
  } else {
    node.append(el('div', { class: 'gutter' }, face(message.author)));
    body.append(el('header', {},
      el('span', { class: message.author.bot ? 'author bot' : 'author' }, nameOf(message.author)),
      message.author.bot && el('span', { class: 'tag' }, 'BOT'),
      el('span', { class: 'when' }, when(message, table))));
  }
  if (loading) {
    body.append(el('p', { class: 'thinking' }, el('span', { class: 'dots', 'aria-hidden': 'true' }, el('i'), el('i'), el('i')), `${nameOf(message.author)} is thinking…`));
  }
  const edited = message.edited_timestamp ? el('span', { class: 'edited', title: formatTime(Math.floor(Date.parse(message.edited_timestamp) / 1000), 'F', table.now()) }, '(edited)') : null;
  if (message.content) {
    const content = el('div', { class: 'content' }, markdown(message.content, table.names));
    const last = content.lastElementChild;
    if (edited) (last?.tagName === 'P' ? last : content).append(' ', edited);
    body.append(content);
  }
  const embeds = ((message.flags ?? 0) & SUPPRESS_EMBEDS) ? [] : message.embeds ?? [];
  const used = new Set();
  for (const embed of embeds) body.append(embedElement(embed, message, table, used));
  for (const attachment of message.attachments ?? []) {
    if (!used.has(attachment.id)) body.append(attachmentElement(attachment, table));
  }
  for (const row of message.components ?? []) body.append(rowElement(row, message, table));
  if (edited && !message.content) body.append(edited);
  const failure = table.failures.get(message.id);
  if (failure) body.append(el('p', { class: 'failed', role: 'alert' }, failure));
  if (!loading && !message.content && embeds.length === 0 && !(message.attachments?.length) && !(message.components?.length)) {
    body.append(el('p', { class: 'muted' }, 'This message is empty.'));
  }
  if (private_) {
    body.append(el('p', { class: 'only-you' }, icon('icon-eye'), 'Only you can see this · ',
      el('button', { type: 'button', class: 'dismiss', onclick: () => table.dismiss(message) }, 'Dismiss message')));
  }
  node.append(body);
  return node;
}

function when(message, table) {
  const sent = sentAt(message);
  const stamp = timeElement(sent, 'f', table.now());
  const days = dayNumber(table.now()) - dayNumber(sent);
  if (days === 0) stamp.textContent = `Today at ${formatTime(sent, 't')}`;
  else if (days === 1) stamp.textContent = `Yesterday at ${formatTime(sent, 't')}`;
  return stamp;
}

function dayNumber(unix) {
  const day = new Date(unix * 1000);
  return Math.round(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86400000);
}

// ---- embeds and files ------------------------------------------------------------------------------------------

function embedElement(embed, message, table, used) {
  const node = el('div', { class: 'embed', role: 'group', 'aria-label': embed.title ?? 'Embed' });
  if (Number.isInteger(embed.color)) node.style.setProperty('--edge', `#${(embed.color & 0xffffff).toString(16).padStart(6, '0')}`);
  const inner = el('div', { class: 'embed-inner' });
  if (embed.author?.name) inner.append(el('p', { class: 'embed-author' }, embed.author.name));
  if (embed.title) inner.append(el('h3', { class: 'embed-title' }, markdown(embed.title, table.names)));
  if (embed.description) inner.append(el('div', { class: 'content' }, markdown(embed.description, table.names)));
  if (embed.fields?.length) {
    inner.append(el('dl', { class: 'embed-fields' }, ...embed.fields.map((field) => el('div', { class: field.inline ? 'inline' : null },
      el('dt', {}, markdown(field.name, table.names)), el('dd', { class: 'content' }, markdown(field.value, table.names))))));
  }
  const thumbnail = pictureElement(embed.thumbnail, message, table, used, embed.title);
  if (thumbnail) {
    thumbnail.classList.add('thumbnail');
    node.classList.add('with-thumbnail');
  }
  const picture = pictureElement(embed.image, message, table, used, embed.title);
  const under = [];
  if (embed.footer?.text) under.push(embed.footer.text);
  if (embed.timestamp) under.push(timeElement(Math.floor(Date.parse(embed.timestamp) / 1000), 'f', table.now()));
  node.append(inner);
  if (thumbnail) node.append(thumbnail);
  if (picture) node.append(picture);
  if (under.length > 0) node.append(el('p', { class: 'embed-footer' }, ...under.flatMap((part, index) => (index ? [' • ', part] : [part]))));
  return node;
}

function pictureElement(image, message, table, used, title) {
  if (!image?.url) return null;
  const attached = (message.attachments ?? []).find((attachment) => image.url === `attachment://${attachment.filename}` || image.url === attachment.url);
  if (attached) used.add(attached.id);
  const address = ownAddress(attached?.url ?? image.url);
  if (!address) return el('p', { class: 'muted' }, `Picture elsewhere: ${image.url}`);
  return shownPicture(address, attached?.filename ?? 'picture', attached?.description ?? title ?? attached?.filename ?? 'Picture', image.width ?? attached?.width, image.height ?? attached?.height, table);
}

/** Addresses of this server only: the page loads nothing from anywhere else. */
function ownAddress(url) {
  try {
    const address = new URL(url, location.href);
    return address.origin === location.origin ? address.href : null;
  } catch {
    return null;
  }
}

function shownPicture(address, name, words, width, height, table) {
  const image = el('img', { src: address, alt: words, width, height });
  image.addEventListener('load', () => table.settled());
  return el('button', { type: 'button', class: 'picture', 'aria-label': `${words}: view large`, onclick: () => table.view(address, name, words) }, image);
}

function attachmentElement(attachment, table) {
  const address = ownAddress(attachment.url);
  if (!address) return el('p', { class: 'muted' }, `File elsewhere: ${attachment.filename}`);
  const kind = (attachment.content_type ?? '').split(';')[0].trim();
  if (PICTURES.includes(kind)) {
    return shownPicture(address, attachment.filename, attachment.description ?? attachment.filename, attachment.width, attachment.height, table);
  }
  return el('a', { class: 'file', href: address, download: attachment.filename, 'data-attachment-id': attachment.id },
    icon('icon-file'), el('span', { class: 'file-text' }, el('strong', {}, attachment.filename), el('span', {}, sizeText(attachment.size))));
}

function sizeText(bytes) {
  if (!Number.isFinite(bytes)) return 'Download';
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1000000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1000000).toFixed(1)} MB`;
}

// ---- buttons and selects ---------------------------------------------------------------------------------------

function rowElement(row, message, table) {
  const busy = table.busy.get(message.id);
  const node = el('div', { class: 'row' });
  for (const component of row.components ?? []) {
    if (component.type === 2) node.append(buttonElement(component, message, table, busy));
    else if (component.type === 3) node.append(selectElement(component, message, table, busy));
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

function selectElement(component, message, table, busy) {
  const options = component.options ?? [];
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
  node.addEventListener('click', () => openSelect(node, component, chosen, (values) => table.press(message, component, values)));
  return node;
}

let openList = null;

/** Closes the open select, if there is one. */
export function closeSelect() {
  openList?.close();
}

function openSelect(anchor, component, before, choose) {
  const wasMine = openList?.anchor === anchor;
  closeSelect();
  if (wasMine) return;
  const least = component.min_values ?? 1;
  const most = component.max_values ?? 1;
  const many = most > 1;
  let chosen = [...before];
  let active = Math.max(0, component.options.findIndex((option) => chosen.includes(option.value)));
  const list = el('div', { class: 'select-list', role: 'listbox', tabindex: 0, 'aria-label': component.placeholder ?? 'Options', 'aria-multiselectable': many ? 'true' : null });
  const entries = component.options.map((option, index) => {
    const node = el('div', { class: 'option', role: 'option', id: `select-option-${index}`, 'data-value': option.value },
      many && el('span', { class: 'box', 'aria-hidden': 'true' }),
      option.emoji?.name && el('span', { class: 'emoji' }, option.emoji.name),
      el('span', { class: 'option-text' }, el('span', {}, option.label), option.description && el('span', { class: 'option-more' }, option.description)));
    node.addEventListener('click', () => pick(index));
    node.addEventListener('pointermove', () => mark(index, false));
    return node;
  });
  list.append(...entries);
  const done = el('button', { type: 'button', class: 'button primary', 'data-select-done': true, onclick: () => commit() }, 'Done');
  const tally = el('span', { class: 'muted', role: 'status' });
  const panel = el('div', { class: 'select-panel', popover: 'manual' }, list, (many || least === 0) && el('div', { class: 'select-foot' }, tally, done));

  const valid = () => chosen.length >= least && chosen.length <= most;
  const paint = () => {
    entries.forEach((node, index) => node.setAttribute('aria-selected', String(chosen.includes(component.options[index].value))));
    tally.textContent = least === most ? `${chosen.length} of ${most}` : `${chosen.length} chosen, ${least} to ${most}`;
    done.disabled = !valid();
  };
  const mark = (index, scroll) => {
    entries[active]?.classList.remove('active');
    active = index;
    entries[active]?.classList.add('active');
    list.setAttribute('aria-activedescendant', entries[active]?.id ?? '');
    if (scroll) entries[active]?.scrollIntoView({ block: 'nearest' });
  };
  const close = () => {
    if (openList?.anchor !== anchor) return;
    openList = null;
    panel.remove();
    anchor.setAttribute('aria-expanded', 'false');
    document.removeEventListener('pointerdown', outside, true);
    window.removeEventListener('resize', place);
    document.removeEventListener('scroll', place, true);
  };
  const commit = () => {
    if (!valid()) return;
    close();
    choose(component.options.map((option) => option.value).filter((value) => chosen.includes(value)));
    anchor.focus();
  };
  const pick = (index) => {
    const { value } = component.options[index];
    mark(index, false);
    if (chosen.includes(value)) chosen = many || least === 0 ? chosen.filter((other) => other !== value) : chosen;
    else if (!many) chosen = [value];
    else if (chosen.length < most) chosen = [...chosen, value];
    paint();
    if (!many && chosen.length === 1) commit();
  };
  const outside = (event) => {
    if (panel.contains(event.target) || anchor.contains(event.target)) return;
    const changed = chosen.length !== before.length || chosen.some((value) => !before.includes(value));
    if (many && changed && valid()) commit();
    else close();
  };
  const place = () => {
    const box = anchor.getBoundingClientRect();
    if (box.bottom < 0 || box.top > window.innerHeight) {
      close();
      return;
    }
    const below = window.innerHeight - box.bottom - 12;
    const above = box.top - 12;
    const up = below < 220 && above > below;
    panel.style.setProperty('left', `${box.left}px`);
    panel.style.setProperty('width', `${box.width}px`);
    panel.style.setProperty('max-height', `${Math.min(360, up ? above : below)}px`);
    panel.style.setProperty('top', up ? 'auto' : `${box.bottom + 4}px`);
    panel.style.setProperty('bottom', up ? `${window.innerHeight - box.top + 4}px` : 'auto');
  };
  panel.addEventListener('keydown', (event) => {
    const last = entries.length - 1;
    const moves = { ArrowDown: Math.min(last, active + 1), ArrowUp: Math.max(0, active - 1), Home: 0, End: last };
    if (event.key === 'Escape') {
      close();
      anchor.focus();
    } else if (event.key === 'Tab') {
      if (event.target === list && !event.shiftKey && panel.contains(done)) return;
      close();
      anchor.focus();
      return;
    } else if (event.target === done) {
      return;
    } else if (event.key in moves) {
      mark(moves[event.key], true);
    } else if (event.key === ' ' || (event.key === 'Enter' && !many)) {
      pick(active);
    } else if (event.key === 'Enter') {
      commit();
    } else if (event.key.length === 1) {
      const letter = event.key.toLowerCase();
      const order = entries.map((_, index) => (active + 1 + index) % entries.length);
      const next = order.find((index) => component.options[index].label.toLowerCase().startsWith(letter));
      if (next !== undefined) mark(next, true);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });

  document.body.append(panel);
  openList = { anchor, close };
  anchor.setAttribute('aria-expanded', 'true');
  panel.showPopover();
  place();
  paint();
  mark(active, true);
  document.addEventListener('pointerdown', outside, true);
  window.addEventListener('resize', place);
  document.addEventListener('scroll', place, true);
  list.focus({ preventScroll: true });
}
