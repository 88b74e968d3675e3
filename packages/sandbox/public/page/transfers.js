import { call } from './api.js';
import { h, money, timeOf } from './dom.js';
import { amountField, checkbox, choice, fillForm, textField } from './forms.js';

const ANOTHER = 'another';

export const transferKey = ({ reference }) => reference;

function party(bankCode, accountNo, name) {
  return h(
    'p',
    {},
    h('span', { class: 'tag' }, bankCode),
    ' ',
    h('span', { class: 'number' }, accountNo),
    h('br'),
    h('span', { class: 'soft' }, name),
  );
}

function slipLinks({ slipPath, reference, amount, currency }) {
  const said = `slip of ${money(amount, currency)}`;
  const picture = h('img', { src: slipPath, alt: `The ${said}`, loading: 'lazy', width: 96, height: 144 });
  return {
    thumbnail: h('a', { class: 'slip', href: slipPath, target: '_blank', rel: 'noopener' }, picture),
    save: h(
      'a',
      {
        class: 'button plain',
        href: slipPath,
        download: `slip-${reference}.jpg`,
        'aria-label': `Download the ${said}`,
      },
      'Download slip',
    ),
  };
}

export function transferCard(transfer) {
  const { thumbnail, save } =
    transfer.slipPath === null
      ? { thumbnail: h('p', { class: 'slip soft' }, 'No slip'), save: '' }
      : slipLinks(transfer);
  const node = h(
    'li',
    { class: 'card with-slip' },
    thumbnail,
    h(
      'div',
      { class: 'beside' },
      h(
        'div',
        { class: 'head' },
        h('strong', { class: 'amount' }, money(transfer.amount, transfer.currency)),
        h('time', { class: 'soft' }, timeOf(transfer.at)),
      ),
      party(transfer.fromBankCode, transfer.fromAccountNo, transfer.fromName),
      party(
        `→ ${transfer.toBankCode}`,
        transfer.toAccountNo,
        transfer.toOperator ? transfer.toName : `${transfer.toName} · not the operator's`,
      ),
      h('p', { class: 'soft number' }, transfer.reference),
      save,
    ),
  );
  return { node, update() {} };
}

/** Builds the fields for a receiver that is not in the list; disabled until chosen. */
function otherReceiver(banks) {
  const fields = h(
    'fieldset',
    { class: 'fields wide', hidden: true, disabled: true, 'aria-label': 'Receiver' },
    choice('To bank', { name: 'toBankCode', value: 'KTB' }, banks),
    textField('To account', { name: 'otherAccountNo', type: 'text', inputMode: 'numeric', required: true }),
    textField('Its holder', { name: 'toName', type: 'text', required: true, maxLength: 100 }, true),
    checkbox('It is not the operator’s: a slip, but nothing on the feed', 'toSomebodyElse'),
  );
  return {
    fields,
    show(shown) {
      fields.hidden = !shown;
      fields.disabled = !shown;
    },
  };
}

function bodyOf(fields) {
  const text = (name) => fields.get(name);
  const receiver =
    text('toAccountNo') === ANOTHER
      ? {
          toBankCode: text('toBankCode'),
          toAccountNo: text('otherAccountNo'),
          toName: text('toName'),
          toSomebodyElse: fields.has('toSomebodyElse'),
        }
      : { toAccountNo: text('toAccountNo') };
  return {
    fromBankCode: text('fromBankCode'),
    fromAccountNo: text('fromAccountNo'),
    fromName: text('fromName'),
    amount: Number(text('amount')),
    ...receiver,
  };
}

export function buildTransferForm({ banks, accounts }) {
  const bankOptions = banks.map(({ code, name }) => [code, `${code} · ${name}`]);
  const receivers = accounts.map(({ bankCode, accountNo, currency }) => [
    accountNo,
    `${bankCode} ${accountNo}${currency === 'LAK' ? ' (kip)' : ''}`,
  ]);
  const other = otherReceiver(bankOptions);
  const receiver = choice(
    'To',
    { name: 'toAccountNo', onchange: ({ target }) => other.show(target.value === ANOTHER) },
    [...receivers, [ANOTHER, 'Another account…']],
    true,
  );
  const children = [
    choice('From bank', { name: 'fromBankCode', value: 'KBANK' }, bankOptions),
    textField('From account', {
      name: 'fromAccountNo',
      type: 'text',
      inputMode: 'numeric',
      required: true,
      value: '0009876543',
    }),
    textField('Sender', {
      name: 'fromName',
      type: 'text',
      required: true,
      maxLength: 100,
      value: 'SOMCHAI JAIDEE',
    }),
    amountField('Amount', '100'),
    receiver,
    other.fields,
  ];
  fillForm(
    document.querySelector('#transfer-form'),
    children,
    'Send transfer',
    (fields) => call('POST', '/control/bank/transfer', bodyOf(fields)),
    ({ reference }) => `Sent: ${reference}`,
  );
}
