/** Builds the page's forms and sends them without leaving the page. */
import { act } from './api.js';
import { h } from './dom.js';

/** A labelled control; `wide` takes the whole row. */
export function labelled(label, control, wide = false) {
  return h('label', wide ? { class: 'wide' } : {}, label, ' ', control);
}

export const textField = (label, properties, wide) => labelled(label, h('input', properties), wide);

export function amountField(label, value) {
  return textField(label, {
    name: 'amount',
    type: 'number',
    step: '0.01',
    min: '0.01',
    inputMode: 'decimal',
    required: true,
    value,
  });
}

/** A choice of `[value, text]` pairs. */
export function choice(label, properties, options, wide) {
  const children = options.map(([value, text]) => h('option', { value }, text));
  const select = h('select', {}, ...children);
  Object.assign(select, properties);
  return labelled(label, select, wide);
}

export function checkbox(label, name) {
  return h(
    'label',
    { class: 'switch wide' },
    h('input', { name, type: 'checkbox', role: 'switch' }),
    ` ${label}`,
  );
}

/**
 * Fills a form and sends its fields by `send`; `done` reports the result. The typed values stay, so that the
 * next item is quick to make.
 */
export function fillForm(form, children, label, send, done) {
  const button = h('button', { class: 'wide' }, label);
  form.append(...children, button);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    void act(button, () => send(fields), done);
  });
}
