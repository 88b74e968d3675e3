import { act, call } from './api.js';
import { baht, h, keepList, setText, timeOf } from './dom.js';

export const providerKey = ({ code }) => code;

function transferRow(transfer) {
  const arrow = transfer.type === 'deposit' ? '↓ in' : '↑ out';
  const node = h(
    'li',
    { class: `transfer ${transfer.status}` },
    h('span', {}, arrow),
    h('span', { class: 'number' }, baht(transfer.amount)),
    h('span', { class: 'soft' }, transfer.reason ?? transfer.status),
    h('time', { class: 'soft' }, timeOf(transfer.at)),
  );
  return { node, update() {} };
}

function numberField(name, label, value, step) {
  return h(
    'label',
    {},
    label,
    ' ',
    h('input', { name, type: 'number', min: step === '1' ? '1' : '0', step, value, required: true }),
  );
}

function playForm({ provider, username }) {
  const button = h('button', {}, 'Play rounds');
  return h(
    'form',
    {
      class: 'row',
      onsubmit(event) {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const numbers = Object.fromEntries(
          ['bet', 'win', 'rounds'].map((name) => [name, Number(fields.get(name))]),
        );
        void act(
          button,
          () => call('POST', '/control/play', { provider, username, ...numbers }),
          (player) => `${username} now has ${baht(player.balance)}`,
        );
      },
    },
    numberField('bet', 'Bet', '10', '0.01'),
    numberField('win', 'Win', '5', '0.01'),
    numberField('rounds', 'Rounds', '1', '1'),
    button,
  );
}

function playerCard(first) {
  const figure = () => h('dd', { class: 'number' });
  const [balance, turnover, winLoss] = [figure(), figure(), figure()];
  const transfers = h('ul', { class: 'transfers' });
  const node = h(
    'li',
    { class: 'card' },
    h('div', { class: 'head' }, h('strong', {}, first.username)),
    h(
      'dl',
      { class: 'figures' },
      h('div', {}, h('dt', {}, 'Balance'), balance),
      h('div', {}, h('dt', {}, 'Turnover'), turnover),
      h('div', {}, h('dt', {}, 'Win less bets'), winLoss),
    ),
    playForm(first),
    transfers,
  );
  return {
    node,
    update(player) {
      setText(balance, baht(player.balance));
      setText(turnover, `${baht(player.turnover)} · ${player.rounds}×`);
      setText(winLoss, baht(player.winLoss));
      keepList(transfers, player.transfers, ({ reference }) => reference, transferRow);
    },
  };
}

export function providerBlock({ code, name }) {
  const closed = h('input', { type: 'checkbox', role: 'switch' });
  closed.addEventListener('change', () => {
    const on = closed.checked;
    void act(
      closed,
      () => call('POST', `/control/provider/${encodeURIComponent(code)}/maintenance`, { on }),
      on ? `${name} is closed for maintenance` : `${name} is open`,
    );
  });
  const players = h('ul', { class: 'cards' });
  const empty = h('p', { class: 'empty' }, 'No players yet. Activate this game in the wallet.');
  const node = h(
    'div',
    { class: 'provider' },
    h(
      'div',
      { class: 'head' },
      h(
        'a',
        { href: `/site/${encodeURIComponent(code)}`, target: '_blank', rel: 'noopener' },
        `${name} (${code})`,
      ),
      h('label', { class: 'switch' }, closed, ' Maintenance'),
    ),
    players,
    empty,
  );
  return {
    node,
    update(provider) {
      if (document.activeElement !== closed) closed.checked = provider.maintenance;
      keepList(players, provider.players, ({ username }) => username, playerCard);
      empty.hidden = provider.players.length > 0;
    },
  };
}
