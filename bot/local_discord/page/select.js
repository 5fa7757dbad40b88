// The list of a menu, opened: by mouse, touch and keyboard, one value or several.

import { el, icon } from './markdown.js';
import { face } from './messages.js';

let openList = null;

/** Closes the open select, if there is one. */
export function closeSelect() {
  openList?.close();
}

/** Opens the list of a menu at `anchor`; `choose(values)` is told what was chosen. */
export function openSelect(anchor, component, before, choose) {
  const wasMine = openList?.anchor === anchor;
  closeSelect();
  if (wasMine) return;
  const least = component.min_values ?? 1;
  const most = component.max_values ?? 1;
  const many = most > 1;
  let chosen = [...before];
  const all = component.options;
  // The people and channels of a big table are found by typing.
  const searching = component.type !== 3 && all.length > 6;
  let active = Math.max(0, all.findIndex((option) => chosen.includes(option.value)));
  const list = el('div', { class: 'select-list', role: 'listbox', tabindex: 0, 'aria-label': component.placeholder ?? 'Options', 'aria-multiselectable': many ? 'true' : null });
  const entries = all.map((option, index) => {
    const node = el('div', { class: 'option', role: 'option', id: `select-option-${index}`, 'data-value': option.value },
      many && el('span', { class: 'box', 'aria-hidden': 'true' }),
      option.user && face(option.user, false), option.icon && icon(option.icon),
      option.emoji?.name && el('span', { class: 'emoji' }, option.emoji.name),
      el('span', { class: 'option-text' }, el('span', {}, option.label), option.description && el('span', { class: 'option-more' }, option.description)));
    node.addEventListener('click', () => pick(index));
    node.addEventListener('pointermove', () => mark(index, false));
    return node;
  });
  list.append(...entries);
  const done = el('button', { type: 'button', class: 'button primary', 'data-select-done': true, onclick: () => commit() }, 'Done');
  const tally = el('span', { class: 'muted', role: 'status' });
  const nobody = el('p', { class: 'select-none', hidden: true }, 'Nothing fits.');
  list.append(nobody);
  const search = searching && el('input', { type: 'text', class: 'select-search', placeholder: 'Search', 'aria-label': 'Search', autocomplete: 'off', spellcheck: 'false', role: 'combobox', 'aria-expanded': 'true' });
  const panel = el('div', { class: 'select-panel', popover: 'manual' }, search, list, (many || least === 0) && el('div', { class: 'select-foot' }, tally, done));

  const valid = () => chosen.length >= least && chosen.length <= most;
  const paint = () => {
    entries.forEach((node, index) => node.setAttribute('aria-selected', String(chosen.includes(all[index].value))));
    tally.textContent = least === most ? `${chosen.length} of ${most}` : `${chosen.length} chosen, ${least} to ${most}`;
    done.disabled = !valid();
  };
  const mark = (index, scroll) => {
    entries[active]?.classList.remove('active');
    active = index;
    entries[active]?.classList.add('active');
    for (const owner of [list, search]) if (owner) owner.setAttribute('aria-activedescendant', entries[active]?.id ?? '');
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
    choose(all.map((option) => option.value).filter((value) => chosen.includes(value)));
    anchor.focus();
  };
  const pick = (index) => {
    const { value } = all[index];
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
  const shown = () => entries.map((_, index) => index).filter((index) => !entries[index].hidden);
  if (search) {
    search.addEventListener('input', () => {
      const wanted = search.value.trim().toLowerCase().replace(/^[@#]/, '');
      entries.forEach((node, index) => { node.hidden = !all[index].label.toLowerCase().includes(wanted); });
      nobody.hidden = shown().length > 0;
      mark(shown()[0] ?? -1, true);
    });
  }
  panel.addEventListener('keydown', (event) => {
    const seen = shown();
    const here = seen.indexOf(active);
    const moves = { ArrowDown: seen[Math.min(seen.length - 1, here + 1)], ArrowUp: seen[Math.max(0, here - 1)] };
    if (event.target !== search) Object.assign(moves, { Home: seen[0], End: seen.at(-1) });
    if (event.key === 'Escape') {
      close();
      anchor.focus();
    } else if (event.key === 'Tab') {
      if (event.target !== done && !event.shiftKey && panel.contains(done)) return;
      close();
      anchor.focus();
      return;
    } else if (event.target === done) {
      return;
    } else if (event.key in moves) {
      mark(moves[event.key] ?? active, true);
    } else if ((event.key === ' ' && event.target !== search) || (event.key === 'Enter' && (!many || event.target === search))) {
      if (active >= 0) pick(active);
    } else if (event.key === 'Enter') {
      commit();
    } else if (event.target !== search && event.key.length === 1) {
      const letter = event.key.toLowerCase();
      const order = entries.map((_, index) => (active + 1 + index) % entries.length);
      const next = order.find((index) => all[index].label.toLowerCase().startsWith(letter));
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
  (search && !matchMedia('(hover: none)').matches ? search : list).focus({ preventScroll: true });
}
