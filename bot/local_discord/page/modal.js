// Forms the bot opens: Discord's classic modals, rows of text inputs.

import { el, icon } from './markdown.js';

const PARAGRAPH = 2;

/** Shows a modal frame; `submit(values, answered, failed)` sends it. Returns a function that closes the form. */
export function openModal(modal, submit) {
  const inputs = (modal.components ?? []).flatMap((row) => row.components ?? []).map(field);
  const note = el('p', { class: 'modal-note', role: 'alert' });
  const send = el('button', { type: 'submit', class: 'button primary', 'data-modal-submit': true }, 'Submit');
  const cancel = el('button', { type: 'button', class: 'button plain', 'data-modal-cancel': true }, 'Cancel');
  const shut = el('button', { type: 'button', class: 'icon-button', 'aria-label': 'Close' }, icon('icon-close'));
  const form = el('form', { novalidate: true, autocomplete: 'off' },
    el('header', {}, el('h2', { id: 'modal-title' }, modal.title ?? ''), shut),
    el('p', { class: 'modal-by' }, 'This form goes to Chancery.'),
    el('div', { class: 'modal-fields' }, ...inputs.map((input) => input.node)),
    note,
    el('footer', {}, cancel, send));
  const dialog = el('dialog', { class: 'modal', 'data-modal': modal.custom_id, 'aria-labelledby': 'modal-title' }, form);

  const close = () => dialog.close();
  cancel.addEventListener('click', close);
  shut.addEventListener('click', close);
  dialog.addEventListener('close', () => dialog.remove());
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (send.disabled) return;
    const wrong = inputs.filter((input) => !input.check());
    if (wrong.length > 0) {
      wrong[0].focus();
      return;
    }
    note.textContent = '';
    send.disabled = true;
    send.setAttribute('aria-busy', 'true');
    submit(inputs.map((input) => input.answer()), close, (why) => {
      send.disabled = false;
      send.removeAttribute('aria-busy');
      note.textContent = `${why} What you typed is still here.`;
    });
  });

  document.body.append(dialog);
  dialog.showModal();
  inputs[0]?.focus();
  return close;
}

function field(component) {
  if (component.type !== 4) {
    return {
      node: el('p', { class: 'unsupported' }, `The local table cannot show a form component of type ${component.type}.`),
      check: () => false,
      focus: () => {},
      answer: () => null,
    };
  }
  const id = `field-${component.custom_id}`;
  const required = component.required ?? true;
  const least = component.min_length ?? 0;
  const most = component.max_length ?? 4000;
  const attributes = {
    id,
    'data-custom-id': component.custom_id,
    placeholder: component.placeholder,
    maxlength: most,
    'aria-required': String(required),
    'aria-describedby': `${id}-error`,
  };
  const input = component.style === PARAGRAPH ? el('textarea', { ...attributes, rows: Math.min(10, Math.max(5, (component.value ?? '').split('\n').length + 1)) }) : el('input', { ...attributes, type: 'text' });
  input.value = component.value ?? '';
  // Whoever goes on from what stands there writes behind it.
  input.setSelectionRange(input.value.length, input.value.length);
  const count = el('span', { class: 'count', 'aria-hidden': 'true' });
  const error = el('p', { class: 'field-error', id: `${id}-error` });
  const recount = () => {
    count.textContent = `${input.value.length} / ${most}`;
    count.classList.toggle('full', input.value.length >= most);
    count.hidden = component.style !== PARAGRAPH && component.max_length === undefined;
  };
  // Discord counts an optional field only once something stands in it.
  const check = () => {
    const length = input.value.length;
    let why = '';
    if (required && input.value.trim() === '') why = 'This must be filled in.';
    else if (length > 0 && length < least) why = `At least ${least} characters are needed; there are ${length}.`;
    else if (length > most) why = `At most ${most} characters fit; there are ${length}.`;
    error.textContent = why;
    if (why) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    return why === '';
  };
  input.addEventListener('input', () => {
    recount();
    if (error.textContent) check();
  });
  recount();
  return {
    node: el('div', { class: 'modal-field' },
      el('label', { for: id }, component.label ?? '', required && el('span', { class: 'required', title: 'required' }, ' *')),
      input,
      el('div', { class: 'modal-under' }, error, count)),
    check,
    focus: () => {
      input.focus();
      // At the beginning: what stands in it is read from the top.
      input.setSelectionRange(0, 0);
      input.scrollTop = 0;
    },
    answer: () => ({ type: 1, components: [{ type: 4, custom_id: component.custom_id, value: input.value }] }),
  };
}
