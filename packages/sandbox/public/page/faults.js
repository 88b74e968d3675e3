import { act, call } from './api.js';
import { h, setText } from './dom.js';

const CALL_KINDS = {
  timeout_after_commit: 'Works, never answers',
  timeout_before_commit: 'Never answers',
  commit_late: 'Never answers, works late',
  refused: 'Refuses, keeps no record',
  http_500: 'Answers 500',
  html: 'Answers a web page',
  extra: 'Unknown fields',
  missing: 'Without amounts',
  slow_ms: 'Slow',
};
const PROVIDER_KINDS = { in_progress: 'In progress (real services)' };
const CALLBACK_KINDS = {
  duplicate: 'Callback twice',
  reorder: 'Callback out of order',
  bad_signature: 'Callback with a wrong signature',
};
const FEED_KINDS = { duplicate: 'Entry twice', reorder: 'Entry out of order', odd: 'Entries without sense' };
const LOOKUP_KINDS = { delayed: 'Bank is behind', quota: 'Quota used up' };

const PORTS = {
  sms: ['SMS', CALL_KINDS],
  gateway: ['QR gateways', { ...CALL_KINDS, ...CALLBACK_KINDS }],
  provider: ['Game providers', { ...CALL_KINDS, ...PROVIDER_KINDS }],
  bank: ['Payouts', { ...CALL_KINDS, ...CALLBACK_KINDS }],
  feed: ['Bank feed', { ...CALL_KINDS, ...FEED_KINDS }],
  slip: ['Slip look-up', { ...CALL_KINDS, ...LOOKUP_KINDS }],
  gift: ['Gift wallet', CALL_KINDS],
  ewallet: ['Wallet feed', { ...CALL_KINDS, ...FEED_KINDS }],
};

const providers = h(
  'select',
  { ariaLabel: 'Which game providers' },
  h('option', { value: 'provider' }, 'All of them'),
);
const switches = [];
const settings = document.querySelector('#fault-settings');

function settingsBody() {
  const fields = new FormData(settings);
  return { rate: Number(fields.get('rate')) / 100, ms: Number(fields.get('ms')) };
}

/** Returns the port of a row of switches: the game providers can also be chosen one by one. */
const portOf = (port) => (port === 'provider' ? providers.value : port);

function faultSwitch(row, kind, label) {
  const rate = h('small');
  const button = h('button', { class: 'chip', type: 'button', 'aria-pressed': 'false' }, label, ' ', rate);
  const isOn = () => button.getAttribute('aria-pressed') === 'true';
  button.addEventListener('click', () => {
    const { rate: wanted, ms } = settingsBody();
    const body = {
      port: portOf(row),
      kind,
      rate: isOn() ? 0 : wanted,
      ...(kind === 'slow_ms' || kind === 'commit_late' ? { ms } : {}),
    };
    void act(
      button,
      () => call('POST', '/control/faults', body),
      `${PORTS[row][0]}: ${label} ${isOn() ? 'off' : 'on'}`,
    );
  });
  switches.push((faults) => {
    const fault = faults.find((active) => active.port === portOf(row) && active.kind === kind);
    button.setAttribute('aria-pressed', String(fault !== undefined));
    setText(rate, fault ? `${Math.round(fault.rate * 100)}%` : '');
  });
  return button;
}

/** Offers each game provider as a target of the provider faults. */
export function offerProviders(list) {
  providers.append(...list.map(({ code, name }) => h('option', { value: `provider:${code}` }, name)));
}

/** Draws the switches once. */
export function buildFaults() {
  const rows = Object.entries(PORTS).map(([port, [name, kinds]]) => {
    const chips = Object.entries(kinds).map(([kind, label]) => faultSwitch(port, kind, label));
    return h(
      'div',
      { class: 'port', role: 'group', 'aria-label': name },
      h('h3', {}, name, ...(port === 'provider' ? [' ', providers] : [])),
      h('div', { class: 'chips' }, ...chips),
    );
  });
  document.querySelector('#fault-switches').append(...rows);
  settings.addEventListener('submit', (event) => event.preventDefault());
  document.querySelector('#clear-faults').addEventListener('click', (event) => {
    void act(event.currentTarget, () => call('DELETE', '/control/faults'), 'All faults are off');
  });
}

/** Active faults, as last read. */
let shown = [];
providers.addEventListener('change', () => showFaults(shown));

export function showFaults(faults) {
  shown = faults;
  for (const show of switches) show(faults);
}
