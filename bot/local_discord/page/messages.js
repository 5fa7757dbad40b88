// One message as Discord shows it: who answered what, text, embeds, files, buttons and selects.

import { sizeText } from './files.js';
import { dayAndTime, el, formatTime, icon, markdown, timeElement } from './markdown.js';
import { rowElement } from './parts.js';

const EPHEMERAL = 64;
const LOADING = 128;
const SUPPRESS_EMBEDS = 4;
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const FACES = ['#3f7d6e', '#a4603c', '#47709e', '#8a5a9e', '#6f7a2c', '#b04a5f', '#5c64b0', '#8c6a2f', '#2f7f93', '#77655a'];
const faces = new Map(); // user id to colour, given out in the order of the table, so that neighbours differ

/** Is this shown to one person only? */
export const isEphemeral = (message) => message.ephemeral === true || ((message.flags ?? 0) & EPHEMERAL) !== 0;

/** Seconds since 1970 of a message. */
export const sentAt = (message) => Math.floor(Date.parse(message.timestamp) / 1000);

/** A round face: the bot's mark, or initials on a colour. */
export function face(user, small) {
  const node = el('span', { class: small ? 'face small' : 'face', 'aria-hidden': 'true' });
  if (user.bot) {
    node.classList.add('bot');
    node.append(icon('mark'));
    return node;
  }
  if (!faces.has(user.id)) faces.set(user.id, FACES[faces.size % FACES.length]);
  node.style.setProperty('--face', faces.get(user.id));
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
    class: `message${joined ? ' joined' : ''}${private_ ? ' private' : ''}${pings(message, table) ? ' pings' : ''}`,
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
      message.author.bot && el('span', { class: 'tag' }, 'APP'),
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
  if (message.thread) {
    body.append(el('button', { type: 'button', class: 'thread-link', 'data-thread': message.thread.id, onclick: () => table.names.openChannel(message.thread.id) },
      icon('icon-thread'), el('span', {}, message.thread.name)));
  }
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

/** Does the bot call me by name here? */
function pings(message, table) {
  return message.author.bot === true && Boolean(table.me) && new RegExp(`<@!?${table.me.id}>`).test(message.content ?? '');
}

function when(message, table) {
  const sent = sentAt(message);
  const stamp = timeElement(sent, 'f', table.now());
  const days = dayNumber(table.now()) - dayNumber(sent);
  stamp.textContent = days === 0 || days === 1 ? dayAndTime(-days, sent) : `${formatTime(sent, 'd')} ${formatTime(sent, 't')}`;
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
  if (width > 0 && height > 0) {
    // Its place is kept before it comes, so that nothing jumps.
    image.style.setProperty('width', `${Math.round(width * Math.min(1, 550 / width, 350 / height))}px`);
    image.style.setProperty('aspect-ratio', `${width} / ${height}`);
  }
  image.addEventListener('load', () => table.settled());
  return el('button', { type: 'button', class: 'picture', 'aria-label': `${words}: view large`, onclick: () => table.view(address, name, words) }, image);
}

/** Where on a picture somebody tapped, in percent of its width and height with two decimals; nothing beside it. */
export function placeOn(image, clientX, clientY) {
  const box = image.getBoundingClientRect();
  const scale = Math.min(box.width / image.naturalWidth, box.height / image.naturalHeight);
  if (!(scale > 0)) return null;
  const part = (at, from, room, side) => (at - from - (room - side * scale) / 2) / (side * scale);
  const parts = [part(clientX, box.left, box.width, image.naturalWidth), part(clientY, box.top, box.height, image.naturalHeight)];
  if (parts.some((one) => !(one >= 0 && one <= 1))) return null;
  const [x, y] = parts.map((one) => `${(one * 100).toFixed(2)}%`);
  return { x, y };
}

function attachmentElement(attachment, table) {
  const address = ownAddress(attachment.url);
  if (!address) return el('p', { class: 'muted' }, `File elsewhere: ${attachment.filename}`);
  const kind = (attachment.content_type ?? '').split(';')[0].trim();
  const link = () => el('a', { class: 'file', href: address, download: attachment.filename, 'data-attachment-id': attachment.id },
    icon('icon-file'), el('span', { class: 'file-text' }, el('strong', {}, attachment.filename), el('span', {}, sizeText(attachment.size))));
  if (!PICTURES.includes(kind)) return link();
  const picture = shownPicture(address, attachment.filename, attachment.description ?? attachment.filename, attachment.width, attachment.height, table);
  // Not everything that is called a picture is one.
  picture.firstElementChild.addEventListener('error', () => picture.replaceWith(link()));
  return picture;
}
