import { expect, type Locator, type Page } from '@playwright/test';
import { choose, dialogOf, openAsMember, walletBar } from './browser.ts';
import { enterByHand, expectGreeted, playRound, tileOf, type Category, type LaunchKind } from './games.ts';
import { deposit, register } from './member.ts';
import type { Counterparties } from './counterparties.ts';
import type { Stack } from './stack.ts';

const BROUGHT_IN = 300;

const money = (baht: number): string => `฿${plain(baht)}`;
const plain = (baht: number): string =>
  baht.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

interface Trip {
  page: Page;
  stack: Stack;
  counterparties: Counterparties;
  code: string;
  launch: LaunchKind;
}

/**
 * Plays a new member's whole visit to one provider: opens the account, moves the main wallet in, plays, and
 * brings the rest back.
 * @param play steps in between: it has to call `visit` with the provider's site, and be back in the app after
 *   it
 */
export async function goThrough(
  { page, stack, counterparties, code, launch }: Trip,
  play: (visit: (site: Page) => Promise<void>) => Promise<void>,
): Promise<void> {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, BROUGHT_IN);
  const { slots } = await member.api.ok('GET /api/wallet');
  const { name, category } = slots.find((slot) => slot.code === code) ?? { name: '', category: 'slot' };
  const addresses: string[] = [];
  page.context().on('request', (request) => addresses.push(request.url()));
  await openAsMember(page, stack, member);

  await tileOf(page, name, category).tap();
  const dialog = dialogOf(page, name);
  await dialog.getByRole('button', { name: 'เปิดบัญชีเกม' }).tap();
  await expect(page.getByText(`เปิดบัญชี ${name} แล้ว`)).toBeVisible();
  const login = await readLogin(dialog);
  await dialog.getByRole('button', { name: `โยกทั้งหมด ${money(BROUGHT_IN)} แล้วเล่น` }).tap();

  let left = 0;
  await play(async (site) => {
    await site.waitForURL(new RegExp(`^${stack.sandbox.url}/site/${code}`));
    if (launch === 'plain') await enterByHand(site, login);
    left = await playAtSite(site, { username: login.username, category, code, counterparties });
  });

  // A browser stores addresses: only the calls that need the password may contain it.
  const telling = addresses.filter((one) => one.includes(encodeURIComponent(login.password)));
  expect(telling.filter((one) => !one.startsWith(`${stack.url}/api/autoLogin/`))).toEqual([]);
  expect(page.url()).toBe(`${stack.url}/user/home`);

  await bringBack(page, { name, category, left });
  expect((await counterparties.player(login.username, code)).balance).toBe(0);
  expect((await member.api.ok('GET /api/wallet')).wallet.amount).toBe(left);
}

/** Reads the user name and password in the dialog. */
async function readLogin(dialog: Locator): Promise<{ username: string; password: string }> {
  const value = (label: string) =>
    dialog.locator('dl > div').filter({ hasText: label }).getByRole('definition').locator('> span').first();
  await expect(value('ชื่อผู้ใช้')).toHaveText(/^kp[a-z0-9]+$/);
  await dialog.getByRole('button', { name: 'แสดงรหัสผ่าน' }).tap();
  return {
    username: await value('ชื่อผู้ใช้').innerText(),
    password: await value('รหัสผ่าน').innerText(),
  };
}

interface Visit {
  username: string;
  category: Category;
  code: string;
  counterparties: Counterparties;
}

/** @returns the remaining credit at the provider */
async function playAtSite(site: Page, { username, category, code, counterparties }: Visit): Promise<number> {
  await expectGreeted(site, username, money(BROUGHT_IN));
  await playRound(site, category);
  const { balance, turnover } = await counterparties.player(username, code);
  expect(turnover).toBe(20);
  await expect(site.getByRole('group', { name: 'เครดิต' })).toContainText(money(balance));
  return balance;
}

interface Return {
  name: string;
  category: Category;
  left: number;
}

async function bringBack(page: Page, { name, category, left }: Return): Promise<void> {
  const tile = tileOf(page, name, category);
  await expect(tile).toContainText(money(left));
  await tile.tap();
  const dialog = dialogOf(page, name);
  await choose(dialog, 'ดึงเครดิตกลับ');
  await dialog.getByRole('button', { name: `ดึงกลับ ${money(left)}` }).tap();
  const done = page.getByRole('alertdialog');
  await expect(done).toContainText('ทำรายการเรียบร้อยแล้ว');
  await done.getByRole('button', { name: 'ตกลง' }).tap();
  await expect(dialog).toBeHidden();
  await expect(walletBar(page).getByRole('definition').first()).toHaveText(plain(left));
}
