import { expect, type Page } from '@playwright/test';
import { dialogOf, menuOf, walletBar } from '../support/browser.ts';
import { Channels } from '../support/channels.ts';
import {
  deposit,
  move,
  register,
  registerPlayer,
  registerWithHeld,
  walletAmount,
  wholeStatement,
  type Member,
} from '../support/member.ts';
import type { Counterparties } from '../support/counterparties.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

interface Scene {
  page: Page;
  stack: Stack;
  counterparties: Counterparties;
  member: Member;
}

/** A money action of a member, up to the press that sends it, and its count at the server. */
export interface Action {
  /** End of its request's address. */
  path: RegExp;
  prepare: (stack: Stack, counterparties: Counterparties) => Promise<Member>;
  /** @returns the press */
  open: (scene: Scene) => Promise<() => Promise<void>>;
  /** Returns its count at the server: 0 or 1; any other count is an error. */
  times: (scene: Omit<Scene, 'page'>) => Promise<number>;
  /** Success text on the screen, in addition to the general ones. */
  doneWords?: RegExp;
}

const withMoney = (amount: number) => async (stack: Stack, counterparties: Counterparties) => {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, amount);
  return member;
};

const asPlayer = (amount: number, inGame: number) => async (stack: Stack, counterparties: Counterparties) => {
  const player = await registerPlayer(stack.url, counterparties, amount);
  if (inGame > 0) await move(player, 'in', inGame);
  return player;
};

const isOf =
  (type: string, from?: string) =>
  ({ statementType, ...item }: { statementType: string; from: string; status: string }) =>
    statementType === type && item.status !== 'FAILED' && (from === undefined || item.from === from);

const movements =
  (type: string, from?: string): Action['times'] =>
  async ({ member }) =>
    (await wholeStatement(member.api)).filter(isOf(type, from)).length;

/** Opens a game account's dialog from its tile. */
async function openGame(page: Page) {
  await page.getByRole('main').getByRole('button', { name: /^PG/ }).first().tap();
  return dialogOf(page, 'PG');
}

async function openDeposit(page: Page, group: string, name: string) {
  await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
  const dialog = dialogOf(page, 'ฝากเงิน');
  await dialog.getByRole('region', { name: group }).getByRole('button', { name }).tap();
  return dialog;
}

/** A member with 50 baht in the held balance, beyond a limit of 100. */
const withHeld = (stack: Stack, counterparties: Counterparties) =>
  registerWithHeld(stack.url, counterparties, 50);

const openHeld =
  (name: string): Action['open'] =>
  async ({ page }) => {
    await page.goto('/user/protection');
    await page.getByRole('main').getByRole('button', { name }).tap();
    const question = page.getByRole('alertdialog');
    return () => question.getByRole('button', { name: 'ยืนยัน' }).tap();
  };

export const ACTIONS: Readonly<Record<string, Action>> = {
  withdraw: {
    path: /\/api\/wallet\/withdraw$/,
    prepare: withMoney(300),
    open: async ({ page }) => {
      await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
      const dialog = dialogOf(page, 'ถอนเงิน');
      await dialog.getByLabel('จำนวนเงิน', { exact: true }).fill('300');
      await dialog.getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
      return () => dialogOf(page, 'ยืนยันการถอนเงิน').getByRole('button', { name: 'ยืนยันถอนเงิน' }).tap();
    },
    times: async (scene) => {
      const { member, counterparties } = scene;
      const rows = await movements('withdraw')(scene);
      const payouts = await until('the payout reaches the bank', 10_000, async () => {
        const all = await counterparties.payoutsTo(member.bankAccountNo);
        return all.length >= rows && all;
      });
      if (payouts.length !== rows) throw new Error(`${rows} withdrawals, ${payouts.length} payouts`);
      return rows;
    },
  },
  'transfer in': {
    path: /\/api\/wallet\/transfer$/,
    prepare: asPlayer(500, 0),
    open: async ({ page }) => {
      await walletBar(page).getByRole('button', { name: 'โยกเครดิต' }).tap();
      const dialog = dialogOf(page, 'โยกเครดิต');
      await dialog.getByLabel('ไปยัง').selectOption('PG');
      return () => dialog.getByRole('button', { name: 'โยก ฿500.00', exact: true }).tap();
    },
    times: movements('transfer', 'WALLET'),
  },
  'transfer all': {
    path: /\/api\/wallet\/transferAll$/,
    prepare: asPlayer(500, 0),
    open: async ({ page }) => {
      const dialog = await openGame(page);
      return () => dialog.getByRole('button', { name: 'โยกทั้งหมด ฿500.00', exact: true }).tap();
    },
    times: movements('transfer', 'WALLET'),
  },
  'transfer back': {
    path: /\/api\/wallet\/transfer$/,
    prepare: asPlayer(500, 200),
    open: async ({ page }) => {
      await walletBar(page).getByRole('button', { name: 'โยกเครดิต' }).tap();
      const dialog = dialogOf(page, 'โยกเครดิต');
      await dialog.getByLabel('จาก').selectOption('PG');
      await dialog.getByLabel('ไปยัง').selectOption('WALLET');
      return () => dialog.getByRole('button', { name: 'โยก ฿200.00', exact: true }).tap();
    },
    times: movements('transfer', 'PG'),
  },
  collect: {
    path: /\/api\/wallet\/collect$/,
    prepare: asPlayer(500, 200),
    open: async ({ page }) => {
      const press = walletBar(page).getByRole('button', { name: 'ดึงกลับทั้งหมด' });
      await press.waitFor();
      return () => press.tap();
    },
    times: movements('transfer', 'PG'),
  },
  'held withdraw': {
    path: /\/api\/protection\/held\/withdraw$/,
    prepare: withHeld,
    open: openHeld('ถอนยอดเงินพัก'),
    times: movements('withdraw'),
  },
  'held release': {
    path: /\/api\/protection\/held\/release$/,
    prepare: async (stack, counterparties) => {
      const member = await withHeld(stack, counterparties);
      // A limit that is gone leaves room; by the app that takes a day.
      await stack.database?.query(
        'delete from protection_limit where member_id = (select id from member where username = $1) returning kind',
        [member.username],
      );
      return member;
    },
    open: openHeld('นำยอดเงินพักเข้ากระเป๋า'),
    times: async ({ member }) => ((await walletAmount(member.api)) > 100 ? 1 : 0),
  },
  QR: {
    path: /\/api\/qrcode\/\w+$/,
    prepare: (stack, counterparties) => register(stack.url, counterparties),
    open: async ({ page }) => {
      const dialog = await openDeposit(page, 'ฝากด้วยคิวอาร์โค้ด', 'คิวอาร์ WW');
      await dialog.getByRole('button', { name: '100', exact: true }).tap();
      return () => dialog.getByRole('button', { name: 'สร้างคิวอาร์โค้ด' }).tap();
    },
    times: async ({ member }) => {
      const { hasQrcode } = await member.api.ok('GET /api/qrcode/:provider', { params: { provider: 'WW' } });
      return hasQrcode ? 1 : 0;
    },
  },
  gift: {
    path: /\/api\/wallet\/truelink$/,
    prepare: (stack, counterparties) => register(stack.url, counterparties),
    open: async ({ page, stack }) => {
      const link = await new Channels(stack.sandbox.url).gift({ amount: 40 });
      const dialog = await openDeposit(page, 'กระเป๋าเงินดิจิทัล', 'กระเป๋า ซองของขวัญ');
      await dialog.getByLabel('ลิงก์ซองของขวัญ').fill(link);
      return () => dialog.getByRole('button', { name: 'รับเงินเข้ากระเป๋า' }).tap();
    },
    times: movements('deposit', 'GIFT'),
  },
  slip: {
    path: /\/api\/wallet\/slip$/,
    prepare: (stack, counterparties) => register(stack.url, counterparties),
    open: async ({ page, stack, member }) => {
      const channels = new Channels(stack.sandbox.url);
      const { reference } = await channels.bankTransfer({
        fromBankCode: member.bankCode,
        fromAccountNo: member.bankAccountNo,
        fromName: member.bankAccountName,
        toAccountNo: '0002345683',
        amount: 250,
      });
      const buffer = Buffer.from(await channels.slip(reference));
      await menuOf(page).getByRole('link', { name: 'รายการ' }).tap();
      await page.getByRole('main').getByRole('button', { name: 'ส่งสลิป' }).tap();
      const dialog = dialogOf(page, 'สลิปโอนเงิน');
      await dialog
        .getByLabel('เลือกรูปสลิป')
        .setInputFiles({ name: 'slip.jpg', mimeType: 'image/jpeg', buffer });
      return () => dialog.getByRole('button', { name: 'ส่งสลิป' }).tap();
    },
    times: async ({ member }) =>
      (await member.api.ok('POST /api/statement/slip', { body: { page: 1, limit: 10 } })).total,
    // The bank's feed may report the transfer first.
    doneWords: /เงินเข้ากระเป๋าแล้ว|เงินของสลิปนี้เข้ากระเป๋าไปก่อนแล้ว/,
  },
  bonus: {
    path: /\/api\/bonus\/activate\/\w+$/,
    prepare: withMoney(300),
    open: async ({ page }) => {
      await page.goto('/user/bonus');
      const tiles = page.getByRole('main').getByRole('list', { name: 'โบนัสที่มีให้' });
      await tiles.getByRole('button').filter({ hasText: 'โบนัสต้อนรับ' }).tap();
      const dialog = dialogOf(page, 'โบนัสต้อนรับ');
      return () => dialog.getByRole('button', { name: 'รับโบนัส' }).tap();
    },
    times: movements('bonus'),
    doneWords: /โบนัส ฿300\.00 เข้ากระเป๋าหลักแล้ว/,
  },
  promotion: {
    path: /\/api\/promotion\/activate\/[\w-]+$/,
    prepare: withMoney(300),
    open: async ({ page }) => {
      await page.goto('/user/bonus');
      await page.getByLabel('โค้ดโปรโมชั่น').fill('KRAPAO-GIFT-50');
      await page.getByRole('button', { name: 'ค้นหา' }).tap();
      const found = page.getByRole('region', { name: 'KRAPAO-GIFT-50' });
      return () => found.getByRole('button', { name: 'รับโบนัส' }).tap();
    },
    times: movements('bonus'),
    doneWords: /โบนัส ฿50\.00 เข้ากระเป๋าหลักแล้ว/,
  },
  refund: {
    path: /\/api\/refund\/receive$/,
    prepare: async (stack, counterparties) => {
      const player = await registerPlayer(stack.url, counterparties, 600);
      await move(player, 'in', 300);
      await counterparties.play(player.pgUsername, { bet: 300, win: 0 });
      const { profile } = await player.api.ok('GET /api/wallet');
      const day = `update play_day set day = (now() at time zone 'Asia/Bangkok')::date - 1
        where member_id = $1 returning day`;
      await until('the loss is reported', 15_000, async () => {
        const rows = await stack.database?.query(day, [profile._id]);
        return rows?.length === 1;
      });
      return player;
    },
    open: async ({ page }) => {
      await menuOf(page).getByRole('button', { name: 'ทำรายการ' }).tap();
      await dialogOf(page, 'ทำรายการ').getByRole('button', { name: 'คืนยอดเสีย' }).tap();
      await dialogOf(page, 'คืนยอดเสีย').getByRole('button', { name: 'ไปต่อ' }).tap();
      const press = dialogOf(page, 'คืนยอดเสีย').getByRole('button', { name: 'รับยอดคืน' });
      // The amount to receive is requested first.
      await expect(press).toBeEnabled();
      return () => press.tap();
    },
    times: async ({ member }) =>
      (await member.api.ok('POST /api/refund', { body: { page: 1, limit: 10 } })).total,
  },
  spin: {
    path: /\/api\/spinwheel\/spin$/,
    prepare: withMoney(500),
    open: async ({ page }) => {
      await page.goto('/user/spin');
      const press = page.getByRole('button', { name: /^หมุนวงล้อ/ });
      return () => press.tap();
    },
    times: async ({ member }) => 1 - (await member.api.ok('GET /api/spinwheel/setup')).userCoin,
    doneWords: /วงล้อนำโชค: หยุดที่/,
  },
  claim: {
    path: /\/api\/spinwheel\/coupon\/claim$/,
    prepare: async (stack, counterparties) => {
      const member = await withMoney(500)(stack, counterparties);
      await member.api.ok('POST /api/spinwheel/spin', { body: {} });
      return member;
    },
    open: async ({ page }) => {
      await page.goto('/user/spin');
      await page.getByRole('row').getByRole('button', { name: /^รับ / }).first().tap();
      const question = page.getByRole('alertdialog');
      return () => question.getByRole('button', { name: 'รับ', exact: true }).tap();
    },
    times: async ({ member }) => ((await walletAmount(member.api)) > 500 ? 1 : 0),
  },
};
