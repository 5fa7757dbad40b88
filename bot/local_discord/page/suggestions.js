// The one list above the composer, whichever input it serves.

import { el } from './markdown.js';
import { face } from './messages.js';

/** Makes the list. It serves `line` until it is shown for another input. */
export function makeSuggestions(line) {
  const [box, list, title] = ['suggestions-box', 'suggestions', 'suggestions-title'].map((id) => document.getElementById(id));
  const offered = {
    items: [],
    active: -1,
    explicit: false, // the active item was reached with an arrow key
    owner: line, // the input that the suggestions belong to
    isOpen: () => !box.hidden,
  };
  const hide = () => {
    offered.items = [];
    offered.active = -1;
    box.hidden = true;
    list.replaceChildren();
    for (const input of [line, offered.owner]) {
      input.setAttribute('aria-expanded', 'false');
      input.removeAttribute('aria-activedescendant');
    }
  };
  const mark = (index, scroll) => {
    list.querySelector('.active')?.classList.remove('active');
    offered.active = index;
    const node = list.querySelector(`[data-index="${index}"]`);
    list.querySelectorAll('[role="option"]').forEach((option) => option.setAttribute('aria-selected', String(option === node)));
    if (!node) {
      offered.owner.removeAttribute('aria-activedescendant');
      return;
    }
    node.classList.add('active');
    offered.owner.setAttribute('aria-activedescendant', node.id);
    if (scroll) node.scrollIntoView({ block: 'nearest' });
  };
  const show = (input, heading, found, first) => {
    if (offered.owner !== input) hide();
    if (found.length === 0 && !heading) {
      hide();
      return;
    }
    offered.owner = input;
    offered.items = found;
    offered.explicit = false;
    title.textContent = heading;
    title.hidden = heading === '';
    list.replaceChildren(...found.map((item, index) => {
      const chips = (item.chips ?? []).map((chip) => el('span', { class: chip.required ? 'chip' : 'chip maybe' }, chip.name));
      const node = el('div', { class: item.chips ? 'suggestion' : 'suggestion plain', role: 'option', id: `suggestion-${index}`, 'data-index': index, 'aria-selected': 'false', ...item.data },
        item.user && face(item.user, false),
        el('span', { class: 'suggestion-text' }, el('span', { class: 'suggestion-name' }, item.name, ...chips), item.more && el('span', { class: 'suggestion-more' }, item.more)),
        item.side && el('span', { class: 'suggestion-side' }, item.side));
      // The input keeps the focus, so that the next key or tap goes where it did.
      node.addEventListener('pointerdown', (event) => event.preventDefault());
      node.addEventListener('mousedown', (event) => event.preventDefault());
      node.addEventListener('click', () => item.pick());
      node.addEventListener('pointermove', () => {
        if (offered.active !== index) mark(index, false);
      });
      return node;
    }));
    list.hidden = found.length === 0;
    box.hidden = false;
    list.scrollTop = 0;
    input.setAttribute('aria-expanded', 'true');
    mark(first && found.length > 0 ? 0 : -1, false);
  };
  return Object.assign(offered, { hide, mark, show });
}
