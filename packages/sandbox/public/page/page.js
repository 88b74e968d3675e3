/** The sandbox's page: reads the whole state each second and updates the view. */
import { call } from './api.js';
import { keepList, setText } from './dom.js';
import { buildFaults, offerProviders, showFaults } from './faults.js';
import { buildGiftForm, giftCard, giftKey } from './gifts.js';
import { messageCard, messageKey } from './messages.js';
import { orderCard, orderKey } from './orders.js';
import { payoutCard, payoutKey } from './payouts.js';
import { buildProviderSearch, providerBlock, providerKey } from './players.js';
import { buildTransferForm, transferCard, transferKey } from './transfers.js';
import { buildWalletForm, walletCard, walletKey } from './wallets.js';

const EVERY_MS = 1000;
const pulse = document.querySelector('#pulse');

const LISTS = [
  ['messages', messageKey, messageCard, (list) => list.length],
  ['orders', orderKey, orderCard, (list) => list.filter(({ status }) => status === 'open').length],
  ['payouts', payoutKey, payoutCard, (list) => list.filter(({ state }) => state === 'accepted').length],
  ['transfers', transferKey, transferCard, null],
  ['walletTransfers', walletKey, walletCard, null],
  ['gifts', giftKey, giftCard, (list) => list.filter(({ status }) => status === 'active').length],
  ['providers', providerKey, providerBlock, (list) => list.reduce((sum, one) => sum + one.playerCount, 0)],
];

function showList(state, [name, keyOf, make, countOf]) {
  const container = document.querySelector(`[data-list="${name}"]`);
  const section = container.closest('section');
  const list = state[name];
  keepList(container, list, keyOf, make);
  const empty = section.querySelector(':scope > .empty');
  if (empty) empty.hidden = list.length > 0;
  if (countOf) showCount(section, countOf(list));
}

function showCount(section, count) {
  setText(section.querySelector('.count'), count > 0 ? String(count) : '');
}

function showPulse(alive, waiting) {
  pulse.classList.toggle('alive', alive);
  const callbacks = waiting === 1 ? '1 callback waiting' : `${waiting} callbacks waiting`;
  setText(pulse, alive ? (waiting > 0 ? `Live · ${callbacks}` : 'Live') : 'No answer from the sandbox');
}

let reading = false;
let built = false;

/** Draws the forms with the first answer, which contains their choices. */
function buildForms(choices) {
  if (built) return;
  built = true;
  buildTransferForm(choices);
  buildWalletForm(choices);
  buildGiftForm();
  offerProviders(choices.providers);
}

async function refresh() {
  if (reading || document.hidden) return;
  reading = true;
  try {
    const state = await call('GET', '/page/state');
    buildForms(state.choices);
    for (const list of LISTS) showList(state, list);
    showFaults(state.faults);
    showCount(document.querySelector('#faults'), state.faults.length);
    showPulse(true, state.callbacksWaiting);
  } catch {
    showPulse(false, 0);
  }
  reading = false;
}

buildFaults();
buildProviderSearch();
void refresh();
setInterval(() => void refresh(), EVERY_MS);
document.addEventListener('changed', () => void refresh());
document.addEventListener('visibilitychange', () => void refresh());
