// Files that a command takes: chosen, dropped or pasted, sent to the server, shown by name.

import { el, icon } from './markdown.js';

const MOST = 10 * 1024 * 1024;
const SHOWN = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** A size in words. */
export function sizeText(bytes) {
  if (!Number.isFinite(bytes)) return 'Download';
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1000000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1000000).toFixed(1)} MB`;
}

/** The field of an option that takes a file. `given(entry)` is told `{label, value}` once the server has it, or nothing. */
export function fileField(option, id, table, { given, settled }) {
  const chooser = el('input', { type: 'file', tabindex: -1, 'aria-hidden': 'true', hidden: true, 'data-file-of': option.name });
  const error = el('span', { class: 'field-error', id: `${id}-error`, role: 'status' });
  const button = el('button', { type: 'button', class: 'file-pick', id, 'data-option': option.name, 'aria-describedby': `${id}-error` });
  const touch = matchMedia('(hover: none)').matches;
  let turn = 0; // of two files given quickly, the later counts
  let has = false;
  let busy = false;

  const paint = (...inside) => button.replaceChildren(chooser, ...inside);
  const empty = () => paint(icon('icon-clip'), el('span', {}, touch ? 'Choose a file' : 'Choose a file, or drop it here'));
  const wrong = (why) => {
    has = false;
    busy = false;
    given(null);
    empty();
    error.textContent = why;
    button.setAttribute('aria-invalid', 'true');
  };
  const take = async (file) => {
    turn += 1;
    const mine = turn;
    error.textContent = '';
    button.removeAttribute('aria-invalid');
    if (file.size > MOST) {
      wrong(`${file.name} has ${sizeText(file.size)}; a file may have at most 10 MiB.`);
      return;
    }
    if (file.size === 0) {
      wrong(`${file.name} is empty, and Discord takes no empty files.`);
      return;
    }
    busy = true;
    has = false;
    given(null);
    paint(icon('icon-clip'), el('span', { class: 'name' }, file.name), el('span', { class: 'hint' }, 'on its way…'));
    try {
      const address = `upload/${table.me.id}/${table.channel().id}/${encodeURIComponent(file.name)}`;
      const answer = await fetch(address, { method: 'POST', body: file });
      const told = await answer.json();
      if (mine !== turn) return;
      if (!answer.ok) {
        wrong(`${file.name} was not taken: ${told.message}`);
        return;
      }
      busy = false;
      has = true;
      given({ label: told.filename, value: told.id });
      const picture = SHOWN.includes(file.type) && el('img', { src: told.url, alt: '' });
      paint(picture || icon('icon-file'), el('span', { class: 'name' }, told.filename), el('span', { class: 'hint' }, sizeText(told.size)));
      settled();
    } catch {
      if (mine === turn) wrong(`${file.name} could not be sent: the local table does not answer.`);
    }
  };

  button.addEventListener('click', (event) => {
    if (event.target !== chooser) chooser.click();
  });
  chooser.addEventListener('change', () => {
    if (chooser.files[0]) take(chooser.files[0]);
    chooser.value = '';
  });
  empty();
  return {
    button,
    error,
    take,
    /** Can the command be sent with what is here? Says why not. */
    check() {
      if (has || (!option.required && !busy && !error.textContent)) return true;
      if (busy) error.textContent = 'The file is still on its way.';
      else if (!error.textContent) error.textContent = 'A file is needed here.';
      return false;
    },
  };
}

/** Watches for files dropped on the page or pasted; `offer(file)` gets the first. */
export function watchDrops(zone, words, isReady, offer) {
  let inside = 0;
  const hasFiles = (event) => isReady() && [...(event.dataTransfer?.types ?? [])].includes('Files') && !document.querySelector('dialog[open]');
  const show = (yes) => {
    inside = yes ? inside : 0;
    zone.hidden = !yes;
  };
  window.addEventListener('dragenter', (event) => {
    if (!hasFiles(event)) return;
    inside += 1;
    words.textContent = 'It goes with a command that takes one.';
    show(true);
  });
  window.addEventListener('dragleave', (event) => {
    if (!hasFiles(event)) return;
    inside -= 1;
    if (inside <= 0) show(false);
  });
  window.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    show(false);
    const file = event.dataTransfer?.files?.[0];
    if (file && isReady() && !document.querySelector('dialog[open]')) offer(file);
  });
  window.addEventListener('paste', (event) => {
    const file = event.clipboardData?.files?.[0];
    if (!file || !isReady() || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    offer(file);
  });
}
