import { copy, h, timeOf } from './dom.js';

export const messageKey = ({ to, sentAt, text }) => `${sentAt} ${to} ${text}`;

export function messageCard({ to, text, otpCode, sentAt }) {
  const code =
    otpCode === null
      ? []
      : [h('button', { class: 'code', title: 'Copy the code', onclick: () => void copy(otpCode) }, otpCode)];
  const node = h(
    'li',
    { class: 'card message' },
    h('div', { class: 'head' }, h('strong', {}, to), h('time', { class: 'soft' }, timeOf(sentAt))),
    ...code,
    h('p', { class: 'text' }, text),
  );
  return { node, update() {} };
}
