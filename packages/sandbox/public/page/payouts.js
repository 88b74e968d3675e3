import { act, call } from './api.js';
import { baht, h, setText, timeOf } from './dom.js';

export const payoutKey = ({ id }) => id;

export function payoutCard(payout) {
  const settle = (result, words) => (event) =>
    void act(
      event.currentTarget,
      () => call('POST', `/control/payouts/${encodeURIComponent(payout.id)}`, { result }),
      words,
    );
  const status = h('span', { class: 'badge' });
  const buttons = h(
    'div',
    { class: 'row' },
    h('button', { onclick: settle('done', `${baht(payout.amount)} paid out`) }, 'Done'),
    h('button', { class: 'plain', onclick: settle('refused', `${baht(payout.amount)} refused`) }, 'Refuse'),
  );
  const node = h(
    'li',
    { class: 'card' },
    h('div', { class: 'head' }, h('strong', { class: 'amount' }, baht(payout.amount)), status),
    h(
      'p',
      {},
      h('span', { class: 'tag' }, payout.toBankCode),
      ' ',
      h('span', { class: 'number' }, payout.toAccountNo),
    ),
    h('p', { class: 'soft' }, `${payout.toAccountName} · ${timeOf(payout.createdAt)}`),
    buttons,
  );
  return {
    node,
    update({ state }) {
      status.dataset.status = state;
      setText(status, state);
      buttons.hidden = state !== 'accepted';
    },
  };
}
