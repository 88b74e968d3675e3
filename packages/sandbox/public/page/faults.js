import { act, call } from './api.js';
import { h, setText } from './dom.js';

const KINDS = {
  timeout_after_commit: 'Works, never answers',
  timeout_before_commit: 'Never answers',
  http_500: 'Answers 500',
  slow_ms: 'Slow',
  duplicate: 'Callback twice',
  reorder: 'Callback out of order',
};
const CALLBACK_KINDS = ['duplicate', 'reorder'];
const PORTS = { sms: 'SMS', gateway: 'QR gateways', provider: 'Game providers', bank: 'Bank' };
const WITH_CALLBACKS = ['gateway', 'bank'];

const switches = [];
const settings = document.querySelector('#fault-settings');

function settingsBody() {
  const fields = new FormData(settings);
  return { rate: Number(fields.get('rate')) / 100, ms: Number(fields.get('ms')) };
}

function faultSwitch(port, kind, label) {
  const rate = h('small');
  const button = h('button', { class: 'chip', type: 'button', 'aria-pressed': 'false' }, label, ' ', rate);
  const isOn = () => button.getAttribute('aria-pressed') === 'true';
  button.addEventListener('click', () => {
    const { rate: wanted, ms } = settingsBody();
    const body = { port, kind, rate: isOn() ? 0 : wanted, ...(kind === 'slow_ms' ? { ms } : {}) };
    void act(
      button,
      () => call('POST', '/control/faults', body),
      `${PORTS[port]}: ${label} ${isOn() ? 'off' : 'on'}`,
    );
  });
  switches.push((faults) => {
    const fault = faults.find((active) => active.port === port && active.kind === kind);
    button.setAttribute('aria-pressed', String(fault !== undefined));
    setText(rate, fault ? `${Math.round(fault.rate * 100)}%` : '');
  });
  return button;
}

/** Draws the switches once. */
export function buildFaults() {
  const rows = Object.entries(PORTS).map(([port, name]) => {
    const kinds = Object.entries(KINDS).filter(
      ([kind]) => !CALLBACK_KINDS.includes(kind) || WITH_CALLBACKS.includes(port),
    );
    return h(
      'div',
      { class: 'port', role: 'group', 'aria-label': name },
      h('h3', {}, name),
      h('div', { class: 'chips' }, ...kinds.map(([kind, label]) => faultSwitch(port, kind, label))),
    );
  });
  document.querySelector('#fault-switches').append(...rows);
  settings.addEventListener('submit', (event) => event.preventDefault());
  document.querySelector('#clear-faults').addEventListener('click', (event) => {
    void act(event.currentTarget, () => call('DELETE', '/control/faults'), 'All faults are off');
  });
}

export function showFaults(faults) {
  for (const show of switches) show(faults);
}
