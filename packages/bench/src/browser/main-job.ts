import { expect as usual, type Locator, type Page } from '@playwright/test';
import type { Player } from '@krapao/e2e/support/member';
import type { Tapper } from './tapper.ts';

/** Everything is slow on such a phone, so timeouts are long. */
const expect = usual.configure({ timeout: 60_000 });

/** Runs a part of the job under its name. */
export type Step = (name: string, act: () => Promise<void>) => Promise<void>;

const bar = (page: Page): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: /^ยอดเงินรวม/ }) });
const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** Balance of the wallet when the job begins. */
export const STAKE = 500;

/**
 * Does the whole main job: log in, credit to a game, a round, the credit back, a withdrawal, the statement,
 * log out. The player has {@link STAKE} baht and an account with PG; the page may be anywhere.
 */
export async function doMainJob(tapper: Tapper, url: string, player: Player, step: Step): Promise<void> {
  await logIn(tapper, url, player, step);
  await moveIntoGame(tapper, step);
  await play(tapper, step);
  await bringBack(tapper, step);
  await withdraw(tapper, step);
  await readStatement(tapper, step);
  await step('log out', async () => {
    await tapper.tap(tapper.page.getByRole('button', { name: 'ออกจากระบบ' }).first());
    await expect(tapper.page.getByRole('button', { name: 'เข้าสู่ระบบ' })).toBeVisible();
  });
}

async function logIn(tapper: Tapper, url: string, player: Player, step: Step): Promise<void> {
  const { page } = tapper;
  await page.goto(`${url}/login`);
  await expect(page.getByRole('button', { name: 'เข้าสู่ระบบ' })).toBeVisible();
  await step('type phone', () => tapper.type(page.getByLabel('เบอร์โทรศัพท์'), player.username));
  await step('type password', () => tapper.type(page.getByLabel('รหัสผ่าน', { exact: true }), player.password));
  await step('log in', async () => {
    await tapper.tap(page.getByRole('button', { name: 'เข้าสู่ระบบ' }));
    await expect(bar(page)).toContainText(`${STAKE}.00`);
  });
  await step('agreement', async () => {
    const agreement = page.getByRole('dialog', { name: 'ข้อตกลงการใช้งาน' });
    await tapper.tap(agreement.getByLabel('ไม่ต้องแสดงอีก'));
    await tapper.tap(agreement.getByRole('button', { name: 'รับทราบ' }));
    await expect(agreement).toBeHidden();
  });
}

async function dismissAlert(tapper: Tapper): Promise<void> {
  const alert = tapper.page.getByRole('alertdialog');
  await tapper.tap(alert.getByRole('button', { name: 'ตกลง' }));
  await expect(alert).toBeHidden();
}

async function moveIntoGame(tapper: Tapper, step: Step): Promise<void> {
  const { page } = tapper;
  await step('open transfer', async () => {
    await tapper.tap(bar(page).getByRole('button', { name: 'โยกเครดิต' }));
    await expect(dialogOf(page, 'โยกเครดิต').getByLabel('ไปยัง')).toBeVisible();
  });
  await step('choose the game', async () => {
    // The list of choices belongs to the browser, outside of the page.
    await dialogOf(page, 'โยกเครดิต').getByLabel('ไปยัง').selectOption('PG');
    await tapper.painted();
  });
  await step('transfer', async () => {
    const submit = dialogOf(page, 'โยกเครดิต').getByRole('button', { name: `โยก ฿${STAKE}.00`, exact: true });
    await tapper.tap(submit);
    await expect(page.getByRole('alertdialog')).toBeVisible();
  });
  await step('close the message', () => dismissAlert(tapper));
}

async function play(tapper: Tapper, step: Step): Promise<void> {
  const { page } = tapper;
  const dialog = dialogOf(page, 'PG');
  await step('open the game’s account', async () => {
    await tapper.tap(page.getByRole('main').getByRole('button', { name: /^PG/ }).first());
    await expect(dialog.getByRole('button', { name: 'โยกแล้วเล่น' })).toBeVisible();
  });
  await step('play', async () => {
    await tapper.tap(dialog.getByRole('button', { name: 'โยกแล้วเล่น' }));
    await page.waitForURL(/\/site\/PG/);
  });
  // The cost of the provider's own pages is not measured.
  await page.getByRole('radio', { name: '20', exact: true }).tap();
  await page.getByRole('button', { name: 'หมุน' }).tap();
  await expect(page.getByRole('group', { name: 'ยอดเล่น' })).toContainText('฿20.00');
  await page.goBack({ waitUntil: 'commit' });
}

async function bringBack(tapper: Tapper, step: Step): Promise<void> {
  const { page } = tapper;
  await expect(bar(page).getByRole('button', { name: 'ดึงกลับทั้งหมด' })).toBeVisible();
  await step('bring all back', async () => {
    await tapper.tap(bar(page).getByRole('button', { name: 'ดึงกลับทั้งหมด' }));
    await expect(dialogOf(page, 'ดึงเครดิตกลับ')).toBeVisible();
  });
  await step('close what came back', async () => {
    const collected = dialogOf(page, 'ดึงเครดิตกลับ');
    await tapper.tap(collected.getByRole('button', { name: 'ตกลง' }));
    await expect(collected).toBeHidden();
  });
}

async function withdraw(tapper: Tapper, step: Step): Promise<void> {
  const { page } = tapper;
  const dialog = dialogOf(page, 'ถอนเงิน');
  await step('open withdraw', async () => {
    await tapper.tap(bar(page).getByRole('button', { name: 'ถอนเงิน' }));
    await expect(dialog.getByLabel('จำนวนเงิน', { exact: true })).toBeVisible();
  });
  await step('type amount', () => tapper.type(dialog.getByLabel('จำนวนเงิน', { exact: true }), '300'));
  const review = dialogOf(page, 'ยืนยันการถอนเงิน');
  await step('review', async () => {
    await tapper.tap(dialog.getByRole('button', { name: 'ตรวจสอบรายการ' }));
    await expect(review).toBeVisible();
  });
  await step('withdraw', async () => {
    await tapper.tap(review.getByRole('button', { name: 'ยืนยันถอนเงิน' }));
    await expect(page.getByRole('alertdialog')).toContainText('กำลังโอน ฿300.00');
  });
  await step('close the message', () => dismissAlert(tapper));
}

async function readStatement(tapper: Tapper, step: Step): Promise<void> {
  const { page } = tapper;
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: /฿/ });
  await step('open statement', async () => {
    const menu = page.getByRole('navigation', { name: 'เมนูหลัก' });
    await tapper.tap(menu.getByRole('link', { name: 'รายการ' }));
    await expect(rows.first()).toBeVisible();
  });
  const receipt = page.getByRole('dialog');
  await step('open receipt', async () => {
    await tapper.tap(rows.first().getByRole('button').first());
    await expect(receipt).toBeVisible();
  });
  await step('close receipt', async () => {
    await tapper.tap(receipt.getByRole('button', { name: 'ปิด' }).first());
    await expect(receipt).toBeHidden();
  });
}
