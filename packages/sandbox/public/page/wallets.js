import { call } from './api.js';
import { baht, h, timeOf } from './dom.js';
import { amountField, fillForm, textField } from './forms.js';

export const walletKey = ({ transactionId }) => transactionId;

export function walletCard({ transactionId, fromPhone, toWallet, amount, message, at }) {
  const node = h(
    'li',
    { class: 'card' },
    h(
      'div',
      { class: 'head' },
      h('strong', { class: 'amount' }, baht(amount)),
      h('time', { class: 'soft' }, timeOf(at)),
    ),
    h('p', { class: 'number' }, `${fromPhone} → ${toWallet}`),
    h('p', { class: 'soft number' }, message === '' ? transactionId : `${transactionId} · ${message}`),
  );
  return { node, update() {} };
}

const phoneField = (label, name, value) =>
  textField(label, { name, type: 'tel', required: true, maxLength: 20, value });

export function buildWalletForm({ wallet }) {
  fillForm(
    document.querySelector('#wallet-form'),
    [
      phoneField('From phone', 'fromPhone', '0812345678'),
      phoneField('To wallet', 'toWallet', wallet),
      amountField('Amount', '100'),
      textField('Message', { name: 'message', type: 'text', maxLength: 200 }),
    ],
    'Send from wallet',
    (fields) =>
      call('POST', '/control/wallet/transfer', {
        fromPhone: fields.get('fromPhone'),
        toWallet: fields.get('toWallet'),
        amount: Number(fields.get('amount')),
        message: fields.get('message'),
      }),
    ({ transactionId }) => `Sent: ${transactionId}`,
  );
}
