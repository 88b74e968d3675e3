import { routes, type RequestParams, type RouteKey } from '@krapao/contract/routes';
import { expect, type Page } from '@playwright/test';
import { openAsMember, openPathAsMember, test, walletBar } from './support/browser.ts';
import { Channels, encryptGift, uploadSlip } from './support/channels.ts';
import type { Counterparties } from './support/counterparties.ts';
import { enterByHand, expectGreeted, GAMES } from './support/games.ts';
import { register, walletAmount, wholeStatement, type Member } from './support/member.ts';
import { transferOf } from './support/slips.ts';
import { until } from './support/until.ts';

/** Calls that the demo must have made in each protocol. */
const SPOKEN = [
  'thaibulksms',
  'payonex',
  'easyslip',
  'slipok',
  'truemoney',
  'pgsoft',
  'joker',
  'aesexy',
  'betflix',
  'askmebet',
  'ambslot',
  'signed-json',
  'hashed-form',
  'balance-only',
  'page-tokens',
  'house bank',
];

const WITHIN_MS = 15_000;
const CREDIT = 50;

const baht = (amount: number): string =>
  `฿${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

test('the main job in the protocols of real services, at every provider', async ({
  page,
  stack,
  counterparties,
}) => {
  test.slow();
  const before = await counterparties.calls();
  const member = await register(stack.url, counterparties);
  const total = await payIn(member, counterparties, new Channels(stack.sandbox.url), stack.url);
  await openAsMember(page, stack, member);
  await expect(walletBar(page)).toContainText(baht(total));

  let left = total;
  for (const code of Object.keys(GAMES)) {
    const site = await page.context().newPage();
    left += await visit(site, member, counterparties, code);
    await site.close();
    expect([code, await walletAmount(member.api)]).toEqual([code, left]);
  }

  await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 100 } });
  const payout = await counterparties.payoutTo(member.bankAccountNo);
  await counterparties.decidePayout(payout.id, 'done');
  await until('the payout is done', WITHIN_MS, async () => {
    const [newest] = await wholeStatement(member.api);
    return newest?.statementType === 'withdraw' && newest.status === 'SUCCESS';
  });
  const rows = await wholeStatement(member.api);
  expect(rows.filter(({ status }) => status !== 'SUCCESS')).toEqual([]);
  expect(rows).toHaveLength(4 + 2 * Object.keys(GAMES).length + 1);
  await openPathAsMember(page, stack, '/user/statement', member);
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: /฿/ }).first()).toContainText(
    `-${baht(100)}`,
  );

  const after = await counterparties.calls();
  const silent = SPOKEN.filter((protocol) => (after[protocol] ?? 0) <= (before[protocol] ?? 0));
  expect(silent).toEqual([]);
  expect(after['house sms'] ?? 0).toBe(0);
});

/** Pays in by QR, two slips and a gift link. @returns the credit, in baht */
async function payIn(
  member: Member,
  counterparties: Counterparties,
  channels: Channels,
  serverUrl: string,
): Promise<number> {
  const { api } = member;
  const arrives = (amount: number) =>
    until(`${amount} arrive`, WITHIN_MS, async () => (await walletAmount(api)) === amount);
  const { qrcodeId } = await api.ok('POST /api/qrcode/:provider', {
    params: { provider: 'PAYONEX' },
    body: { amount: 200 },
  });
  await counterparties.pay(qrcodeId);
  await arrives(200);

  const slip = async (amount: number) => {
    const picture = await channels.slip(await transferOf(channels, member, amount));
    expect((await uploadSlip(serverUrl, api.token, picture)).status).toBe(200);
  };
  await slip(300);
  await arrives(500);
  // The next slip is looked up at the second service.
  await counterparties.failNext('easyslip', 'QUOTA_EXCEEDED');
  await slip(400);
  await arrives(900);

  const key = await api.ok('GET /api/lookup/truelinkKey');
  const link = encryptGift(key, await channels.gift({ amount: 100, people: 1 }));
  await api.ok('POST /api/wallet/truelink', { body: { link } });
  await arrives(1_000);
  return 1_000;
}

/** Opens an account, moves credit in, opens the game, plays, and moves the credit back. @returns winnings, in baht */
async function visit(
  site: Page,
  { api }: Member,
  counterparties: Counterparties,
  code: string,
): Promise<number> {
  await api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode: code } });
  const login = await api.ok('GET /api/wallet/account/:slotCode', { params: { slotCode: code } });
  const moved = await api.ok('POST /api/wallet/transfer', {
    body: { from: 'WALLET', to: code, amount: CREDIT },
  });
  expect([code, moved.status]).toEqual([code, 'SUCCESS']);

  const { slots } = await api.ok('GET /api/wallet');
  const { web, android, ios } = slots.find((slot) => slot.code === code) ?? { web: '', android: '', ios: '' };
  await enter(site, api, code, { ...login, web });
  await expectGreeted(site, login.username, baht(CREDIT));
  for (const app of [android, ios].filter(Boolean)) expect((await site.request.get(app)).status()).toBe(200);

  await counterparties.play(login.username, { bet: 10, win: 4.5, rounds: 2 }, code);
  const shown = (await api.ok('GET /api/wallet/refresh/slot')).slots.find((slot) => slot.code === code);
  expect([code, shown?.amount]).toEqual([code, CREDIT - 11]);
  const back = await api.ok('POST /api/wallet/transfer', {
    body: { from: code, to: 'WALLET', amount: CREDIT - 11 },
  });
  expect([code, back.status]).toEqual([code, 'SUCCESS']);
  return -11;
}

interface Entry {
  username: string;
  password: string;
  event: Record<string, string> | null;
  web: string;
}

/** Gets a player into a game by the way that the app takes. */
async function enter(
  site: Page,
  api: Member['api'],
  code: string,
  { username, password, event, web }: Entry,
): Promise<void> {
  const launch = GAMES[code];
  if (launch === 'plain') {
    await site.goto(web);
    await enterByHand(site, { username, password });
  } else if (launch === 'form' || launch === 'token-form') {
    await post(site, web, { ...event, username, password });
  } else {
    const key = Object.keys(routes).find((one) =>
      one.startsWith(`GET /api/autoLogin/${code.toLowerCase()}/`),
    ) as 'GET /api/autoLogin/imi/:username/:password' & RouteKey;
    const params: RequestParams<typeof key> = { username, password };
    await site.goto((await api.ok(key, { params })).link);
  }
}

/** Posts a form as the app does. */
async function post(site: Page, action: string, fields: Record<string, string>): Promise<void> {
  await site.setContent('<form method="post"></form>');
  const entered = site.waitForEvent('load');
  await site.evaluate(
    ({ action, fields }) => {
      const [form] = document.forms;
      if (!form) return;
      form.action = action;
      for (const [name, value] of Object.entries(fields)) {
        const input = document.createElement('input');
        Object.assign(input, { type: 'hidden', name, value });
        form.append(input);
      }
      form.submit();
    },
    { action, fields },
  );
  await entered;
}
