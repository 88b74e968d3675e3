import { call } from './api.js';
import { baht, copy, h, keepList, setText, timeOf } from './dom.js';
import { amountField, checkbox, choice, fillForm, textField } from './forms.js';

const SPLITS = { R: 'by chance', F: 'evenly' };

export const giftKey = ({ link }) => link;

function ticketRow({ mobile, amount }) {
  const node = h(
    'li',
    { class: 'ticket' },
    h('span', { class: 'number' }, mobile),
    h('span', { class: 'number' }, baht(amount)),
  );
  return { node, update() {} };
}

export function giftCard({ link, amount, people, type, createdAt }) {
  const status = h('span', { class: 'badge' });
  const left = h('p', { class: 'soft' });
  const tickets = h('ul', { class: 'transfers' });
  const node = h(
    'li',
    { class: 'card' },
    h('div', { class: 'head' }, h('strong', { class: 'amount' }, baht(amount)), status),
    h('p', { class: 'soft text' }, link),
    h('button', { class: 'plain', type: 'button', onclick: () => void copy(link) }, 'Copy link'),
    left,
    tickets,
  );
  const shared = people > 1 ? `, shared ${SPLITS[type]}` : '';
  return {
    node,
    update(gift) {
      status.dataset.status = gift.status;
      setText(status, gift.status);
      setText(left, `${gift.taken.length} of ${people} taken${shared} · minted ${timeOf(createdAt)}`);
      keepList(tickets, gift.taken, ({ mobile }) => mobile, ticketRow);
    },
  };
}

export function buildGiftForm() {
  fillForm(
    document.querySelector('#gift-form'),
    [
      amountField('Amount', '100'),
      textField('People', {
        name: 'people',
        type: 'number',
        min: '1',
        max: '100',
        required: true,
        value: '1',
      }),
      choice('Shared', { name: 'type', value: 'R' }, [
        ['R', 'By chance'],
        ['F', 'Evenly'],
      ]),
      textField('Owner’s phone', {
        name: 'ownerPhone',
        type: 'tel',
        maxLength: 20,
        placeholder: 'somebody else’s',
      }),
      checkbox('Expired already', 'expired'),
    ],
    'Mint a link',
    (fields) => {
      const ownerPhone = fields.get('ownerPhone').trim();
      return call('POST', '/control/gift', {
        amount: Number(fields.get('amount')),
        people: Number(fields.get('people')),
        type: fields.get('type'),
        expired: fields.has('expired'),
        ...(ownerPhone === '' ? {} : { ownerPhone }),
      });
    },
    ({ link }) => {
      void copy(link);
      return `Minted ${link}`;
    },
  );
}
