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

const LAUNCHES = {
  url: 'one-time link',
  'url-with-password': 'one-time link, with password',
  html: 'page of markup',
  form: 'posted form',
  'token-form': 'posted form with page tokens',
  plain: 'plain link',
};

const playersText = (count) => (count === 1 ? '1 player' : `${count} players`);

function maintenanceSwitch({ code, name }) {
  const closed = h('input', { type: 'checkbox', role: 'switch', 'aria-label': `Maintenance of ${name}` });
  closed.addEventListener('change', () => {
    const on = closed.checked;
    void act(
      closed,
      () => call('POST', '/control/maintenance', { provider: code, on }),
      on ? `${name} is closed for maintenance` : `${name} is open`,
    );
  });
  return closed;
}

const search = document.querySelector('#provider-search');
const none = document.querySelector('#provider-none');
/** Every block with its search words. */
const blocks = [];

function showFound() {
  const wanted = search.value.trim().toLowerCase();
  for (const { node, words } of blocks) node.hidden = !words.includes(wanted);
  none.hidden = blocks.some(({ node }) => !node.hidden);
}

/** Activates the search; its result line stands above the blocks. */
export function buildProviderSearch() {
  search.addEventListener('input', showFound);
}

/** Shows a provider in a line or two; its players are folded until opened. */
export function providerBlock(first) {
  const { code, name, category, dialect, launch } = first;
  const closed = maintenanceSwitch(first);
  const players = h('ul', { class: 'cards' });
  const figures = h('span', { class: 'number' });
  const summary = h('summary', {});
  const more = h('p', { class: 'soft' });
  const fold = h('details', {}, summary, players, more);
  const node = h(
    'section',
    { class: 'provider', 'aria-label': name },
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
    h('p', { class: 'soft' }, `${category} · ${dialect} · ${LAUNCHES[launch]}`),
    h('p', {}, figures),
    fold,
  );
  blocks.push({ node, words: `${code} ${name} ${category} ${dialect}`.toLowerCase() });
  return {
    node,
    update(provider) {
      if (document.activeElement !== closed) closed.checked = provider.maintenance;
      node.classList.toggle('closed', provider.maintenance);
      const { playerCount, credit, turnover } = provider;
      setText(
        figures,
        playerCount > 0 ? `${baht(credit)} credit · ${baht(turnover)} played` : 'No players yet',
      );
      setText(summary, playersText(playerCount));
      keepList(players, provider.players, ({ username }) => username, playerCard);
      fold.hidden = playerCount === 0;
      const left = playerCount - provider.players.length;
      setText(more, left > 0 ? `and ${left} more, who came before` : '');
    },
  };
}
