import { act, call } from './api.js';
import { h, money, setText, timeOf } from './dom.js';

const LATE = { expired: 'Pay anyway, late', cancelled: 'Pay anyway', paid: 'Pay again' };

export const orderKey = ({ provider, qrcodeId }) => `${provider} ${qrcodeId}`;

function timeLeft(expiresAt) {
  const seconds = Math.max(0, Math.floor((Date.parse(expiresAt) - Date.now()) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`;
}

/** Builds the fields of a payer, for services that tell of one; without a name, somebody of the sandbox pays. */
function payerFields() {
  const [name, bankCode, accountNo] = [
    ['Payer', { maxLength: 100 }],
    ['Payer’s bank', { value: 'KBANK', size: 6 }],
    ['Payer’s account', { inputMode: 'numeric', placeholder: '0123456789' }],
  ].map(([label, properties]) =>
    h('input', { type: 'text', placeholder: label, 'aria-label': label, ...properties }),
  );
  return {
    inputs: [name, bankCode, accountNo],
    body() {
      const payer = { name: name.value, bankCode: bankCode.value, accountNo: accountNo.value };
      return name.value.trim() === '' ? {} : { payer };
    },
  };
}

export function orderCard(first) {
  const path = `/control/qr/${encodeURIComponent(first.qrcodeId)}`;
  const said = (sum) => money(sum, first.currency);
  const amount = h('input', {
    type: 'number',
    step: '0.01',
    min: '0.01',
    inputMode: 'decimal',
    placeholder: first.amount.toFixed(2),
    'aria-label': `Another amount to pay, in ${first.currency === 'LAK' ? 'kip' : 'baht'}`,
  });
  const pay = h('button', {}, 'Pay');
  const payer = first.tellsPayer ? payerFields() : null;
  const form = h('form', { class: 'row' }, ...(payer?.inputs ?? []), amount, pay);
  const status = h('span', { class: 'badge' });
  const when = h('span', { class: 'soft' });
  const paid = h('p', { class: 'soft' });
  const node = h(
    'li',
    { class: 'card order' },
    h('img', {
      src: `${path}/image.svg`,
      alt: `QR to pay ${said(first.amount)}`,
      class: 'qr',
      width: 132,
      height: 132,
    }),
    h(
      'div',
      { class: 'beside' },
      h('div', { class: 'head' }, h('strong', { class: 'amount' }, said(first.amount)), status),
      h('p', {}, h('span', { class: 'tag' }, first.provider), ' ', when),
      paid,
      form,
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const body = { ...(amount.value === '' ? {} : { amount: Number(amount.value) }), ...payer?.body() };
    void act(
      pay,
      () => call('POST', `${path}/pay`, body),
      (payment) => `Paid ${said(payment.amount)}`,
    ).then(() => {
      amount.value = '';
    });
  });
  return {
    node,
    update(order) {
      node.dataset.status = order.status;
      status.dataset.status = order.status;
      setText(status, order.status);
      setText(when, order.status === 'open' ? timeLeft(order.expiresAt) : timeOf(order.createdAt));
      setText(pay, LATE[order.status] ?? 'Pay');
      pay.classList.toggle('plain', order.status !== 'open');
      setText(
        paid,
        order.payments.map((payment) => `${said(payment.amount)} paid ${timeOf(payment.paidAt)}`).join(' · '),
      );
    },
  };
}
