// Discord's markdown subset and timestamps, built as DOM nodes. Whatever a message says becomes text nodes only.

/** Makes an element. Attributes named `on…` are listeners; null, undefined and false are left out. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** One of the icons drawn at the head of index.html. */
export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `#${name}`);
  svg.append(use);
  return svg;
}

// ---- timestamps ------------------------------------------------------------------------------------------------

/** Today's or yesterday's moment, as its day and time. */
export function dayAndTime(days, unix) {
  const time = formatTime(unix, 't');
  if (language.startsWith('en')) return `${days === 0 ? 'Today' : 'Yesterday'} at ${time}`;
  const day = relative.format(days, 'day');
  return `${day.charAt(0).toLocaleUpperCase(language)}${day.slice(1)} ${time}`;
}

const STYLES = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};
let language = 'en-US';
let relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });

/** Times are told in this locale of Discord's from now on. */
export function setLanguage(locale) {
  language = Intl.DateTimeFormat.supportedLocalesOf([locale])[0] ?? 'en-US';
  relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
}

/** A moment (unix seconds) told in parts of one's own choosing. */
export const formatWith = (parts, unix) => new Intl.DateTimeFormat(language, parts).format(new Date(unix * 1000));

const STEPS = [['year', 31536000], ['month', 2592000], ['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];

// Discord keeps to dates that JavaScript can hold; beyond them the writer's text is shown as it stands.
const validUnix = (unix) => Number.isFinite(unix) && Math.abs(unix) <= 8.64e12;

/** A moment (unix seconds) in one of Discord's styles; `R` is told from `now`. */
export function formatTime(unix, style, now) {
  if (!validUnix(unix)) return String(unix);
  if (style === 'R') {
    const away = unix - now;
    const [unit, size] = STEPS.find(([, seconds]) => Math.abs(away) >= seconds) ?? ['second', 1];
    return relative.format(Math.round(away / size), unit);
  }
  return formatWith(STYLES[style] ?? STYLES.f, unix);
}

/** A `<time>` that `refreshTimes` keeps true. */
export function timeElement(unix, style, now) {
  if (!validUnix(unix)) return document.createTextNode(String(unix));
  return el('time', {
    class: 'stamp', datetime: new Date(unix * 1000).toISOString(), 'data-unix': unix, 'data-style': style,
    title: formatTime(unix, 'F', now),
  }, formatTime(unix, style, now));
}

/** Rewrites the relative times below `root`. */
export function refreshTimes(root, now) {
  for (const time of root.querySelectorAll('time[data-style="R"]')) {
    const text = formatTime(Number(time.dataset.unix), 'R', now);
    if (time.textContent !== text) time.textContent = text;
  }
}

// ---- blocks ----------------------------------------------------------------------------------------------------

const DEPTH = 8;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;

/** `names` tells `user(id)`, `channel(id)`, `now()` and may offer `openChannel(id)` and `openCommand(path)`. */
export function markdown(text, names) {
  const out = document.createDocumentFragment();
  // Two groups: language and code; so parts come as text, language, code, text, …
  const parts = String(text ?? '').split(/```(?:([A-Za-z0-9_+.#-]*)\n)?([\s\S]+?)\n?```/);
  for (let at = 0; at < parts.length; at += 3) {
    let plain = parts[at];
    if (at > 0) plain = plain.replace(/^\n/, '');
    if (at + 3 < parts.length) plain = plain.replace(/\n$/, '');
    if (plain !== '') out.append(blocks(plain, names, false));
    if (at + 2 < parts.length) out.append(el('pre', { tabindex: 0, role: 'group', 'aria-label': 'Figures' }, el('code', {}, parts[at + 2])));
  }
  return out;
}

function blocks(text, names, quoted) {
  const out = document.createDocumentFragment();
  const lines = text.split('\n');
  let open = [];
  const flush = () => {
    if (open.some((line) => line !== '')) out.append(el('p', {}, inline(open.join('\n'), names, 0)));
    else if (open.length > 0 && out.hasChildNodes()) out.append(el('p', {}, '\u00a0'));
    open = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    let hit;
    if (!quoted && (hit = /^>>> ?(.*)$/.exec(line))) {
      flush();
      out.append(el('blockquote', {}, blocks([hit[1], ...lines.slice(at + 1)].join('\n'), names, true)));
      return out;
    }
    if (!quoted && /^>( |$)/.test(line)) {
      flush();
      const inside = [];
      while (at < lines.length && /^>( |$)/.test(lines[at])) inside.push(lines[at++].slice(2));
      at -= 1;
      out.append(el('blockquote', {}, blocks(inside.join('\n'), names, true)));
    } else if ((hit = /^(#{1,3}) +(\S.*)$/.exec(line))) {
      flush();
      out.append(el(`h${hit[1].length + 2}`, {}, inline(hit[2], names, 0)));
    } else if ((hit = /^-# +(\S.*)$/.exec(line))) {
      flush();
      out.append(el('p', { class: 'subtext' }, inline(hit[1], names, 0)));
    } else if (ITEM.test(line)) {
      flush();
      const items = [];
      for (; at < lines.length; at += 1) {
        const [, indent, bullet, rest] = ITEM.exec(lines[at]) ?? [];
        if (rest !== undefined) items.push({ indent: indent.length, bullet, text: rest });
        else if (/^ {2,}\S/.test(lines[at])) items.at(-1).text += `\n${lines[at].trim()}`;
        else break;
      }
      at -= 1;
      out.append(list(items, names));
    } else {
      open.push(line);
    }
  }
  flush();
  return out;
}

function list(items, names) {
  const ordered = (item) => /\d/.test(item.bullet);
  const make = (item) => (ordered(item) ? el('ol', { start: Number.parseInt(item.bullet, 10) }) : el('ul'));
  const root = document.createDocumentFragment();
  const stack = [];
  for (const item of items) {
    while (stack.length > 1 && item.indent < stack.at(-1).indent) stack.pop();
    const top = stack.at(-1);
    if (!top || (item.indent > top.indent + 1 && stack.length < DEPTH)) {
      const made = make(item);
      (top ? top.node.lastElementChild : root).append(made);
      stack.push({ indent: item.indent, node: made });
    } else if ((top.node.tagName === 'OL') !== ordered(item)) {
      // Bullets after numbers at the same depth are another list.
      const made = make(item);
      top.node.after(made);
      top.node = made;
    }
    stack.at(-1).node.append(el('li', {}, inline(item.text, names, 0)));
  }
  return root;
}

// ---- inside a line ---------------------------------------------------------------------------------------------

const MARKS = [['**', 'strong'], ['__', 'u'], ['~~', 's'], ['||', 'spoiler'], ['*', 'em'], ['_', 'em']];

function inline(text, names, depth) {
  const out = document.createDocumentFragment();
  let plain = '';
  const flush = () => {
    if (plain !== '') out.append(plain);
    plain = '';
  };
  let at = 0;
  while (at < text.length) {
    const found = special(text, at, names, depth);
    if (found) {
      if (typeof found.node === 'string') plain += found.node;
      else {
        flush();
        out.append(found.node);
      }
      at = found.end;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  flush();
  return out;
}

function special(text, at, names, depth) {
  const first = text[at];
  if (first === '\\' && /[^\w\s]/.test(text[at + 1] ?? '')) return { node: text[at + 1], end: at + 2 };
  if (first === '`') {
    const ticks = text.startsWith('``', at) ? '``' : '`';
    const close = text.indexOf(ticks, at + ticks.length);
    if (close <= at + ticks.length) return ticks.length === 2 ? { node: ticks, end: at + 2 } : null;
    return { node: el('code', {}, text.slice(at + ticks.length, close)), end: close + ticks.length };
  }
  if (first === '<') return token(text, at, names);
  if (first === '[') {
    const hit = /^\[([^\]\n]{1,300})\]\(<?(https?:\/\/[^\s)>]{1,2000})>?\)/.exec(text.slice(at, at + 2400));
    if (!hit) return null;
    return {
      node: el('span', { class: 'link', title: hit[2] }, inline(hit[1], names, DEPTH), el('span', { class: 'link-where' }, ` (${hit[2]})`)),
      end: at + hit[0].length,
    };
  }
  if (depth >= DEPTH) return null;
  for (const [mark, tag] of MARKS) {
    if (!text.startsWith(mark, at)) continue;
    const start = at + mark.length;
    // An underline inside a word (my_name_here) is a name; a star followed by a space is a list or a product.
    if (mark === '_' && /\w/.test(text[at - 1] ?? '')) return null;
    if (mark.length === 1 && /\s/.test(text[start] ?? ' ')) return null;
    const close = closing(text, start, mark);
    if (close <= start) continue;
    const inside = inline(text.slice(start, close), names, depth + 1);
    return { node: tag === 'spoiler' ? spoiler(inside) : el(tag, {}, inside), end: close + mark.length };
  }
  return null;
}

function closing(text, from, mark) {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') {
      const close = text.indexOf('`', at + 1);
      if (close > 0) at = close;
    } else if (text.startsWith(mark, at)) {
      if (mark.length === 1) {
        if (text[at + 1] === mark) {
          // A doubled mark opens or closes another kind: step over the pair, unless three close together.
          if (text[at + 2] !== mark) {
            at += 1;
            continue;
          }
          return at + 2;
        }
        if (/\s/.test(text[at - 1])) continue;
        if (mark === '_' && /\w/.test(text[at + 1] ?? '')) continue;
      } else if (mark === '**' && text[at + 2] === '*' && text[from] === '*') {
        return at + 1;
      }
      return at;
    }
  }
  return -1;
}

function spoiler(inside) {
  const node = el('button', { type: 'button', class: 'spoiler', 'aria-label': 'Spoiler, press to show' }, el('span', {}, inside));
  node.addEventListener('click', () => {
    node.classList.add('shown');
    node.removeAttribute('aria-label');
  });
  return node;
}

function token(text, at, names) {
  const hit = /^<(?:t:(-?\d{1,13})(?::([tTdDfFR]))?|@!?(\d{1,20})|#(\d{1,20})|\/([^:<>]{1,110}):(\d{1,20})|a?:(\w{2,32}):\d{1,20}|(https?:\/\/[^\s<>]{1,2000}))>/
    .exec(text.slice(at, at + 2100));
  if (!hit) return null;
  const [all, unix, style, user, channel, command, , emoji, link] = hit;
  const end = at + all.length;
  if (unix !== undefined) return { node: timeElement(Number(unix), style ?? 'f', names.now()), end };
  if (user !== undefined) return { node: el('span', { class: 'mention', 'data-mention': user }, `@${names.user(user) ?? 'unknown'}`), end };
  if (channel !== undefined) {
    const name = names.channel(channel);
    if (name === undefined) return { node: el('span', { class: 'mention' }, '#no access'), end };
    return { node: el('button', { type: 'button', class: 'mention', onclick: () => names.openChannel(channel) }, `#${name}`), end };
  }
  if (command !== undefined) {
    return { node: el('button', { type: 'button', class: 'mention', onclick: () => names.openCommand(command) }, `/${command}`), end };
  }
  if (emoji !== undefined) return { node: `:${emoji}:`, end };
  return { node: el('span', { class: 'link' }, link), end };
}
