import { expect as usual, type Locator, type Page } from '@playwright/test';
import type { Player } from '../support/member.ts';
import type { Recorder } from './recorder.ts';

/** Everything is slow on such a phone, so timeouts are long. */
const expect = usual.configure({ timeout: 60_000 });

const bar = (page: Page): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: /^ยอดเงินรวม/ }) });
const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

async function dismiss(page: Page): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: 'ตกลง' }).tap();
}

/** Does the main job from a cold start: log in, credit to a game, a round, credit back, withdrawal. */
export async function walk(page: Page, url: string, player: Player, recorder: Recorder): Promise<void> {
  await recorder.step('login page, cold', async () => {
    await page.goto(`${url}/login`, { waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: 'เข้าสู่ระบบ' })).toBeVisible();
  });
  await recorder.step('typing', async () => {
    await page.getByLabel('เบอร์โทรศัพท์').fill(player.username);
    await page.getByLabel('รหัสผ่าน', { exact: true }).fill(player.password);
  });
  await recorder.step('login to home with balance', async () => {
    await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).tap();
    await expect(bar(page)).toContainText('500.00');
  });
  await recorder.step('agreement', async () => {
    const agreement = page.getByRole('dialog', { name: 'ข้อตกลงการใช้งาน' });
    await agreement.getByLabel('ไม่ต้องแสดงอีก').check();
    await agreement.getByRole('button', { name: 'รับทราบ' }).tap();
    await expect(agreement).toBeHidden();
  });
  await recorder.step('transfer dialog', async () => {
    await bar(page).getByRole('button', { name: 'โยกเครดิต' }).tap();
    await dialogOf(page, 'โยกเครดิต').getByLabel('ไปยัง').selectOption('PG');
  });
  await recorder.step('transfer to the game', async () => {
    await dialogOf(page, 'โยกเครดิต').getByRole('button', { name: 'โยก ฿500.00', exact: true }).tap();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  });
  await recorder.step('game account', async () => {
    await dismiss(page);
    await page.getByRole('main').getByRole('button', { name: /^PG/ }).first().tap();
    await expect(dialogOf(page, 'PG').getByRole('button', { name: 'โยกแล้วเล่น' })).toBeVisible();
  });
  await recorder.step('the game opens', async () => {
    await dialogOf(page, 'PG').getByRole('button', { name: 'โยกแล้วเล่น' }).tap();
    await page.waitForURL(/\/site\/PG/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
  await recorder.step('a round', async () => {
    await page.getByRole('radio', { name: '20', exact: true }).tap();
    await page.getByRole('button', { name: 'หมุน' }).tap();
    await expect(page.getByRole('group', { name: 'ยอดเล่น' })).toContainText('฿20.00');
  });
  await recorder.step('back to home', async () => {
    await page.goBack({ waitUntil: 'commit' });
    await expect(bar(page).getByRole('button', { name: 'ดึงกลับทั้งหมด' })).toBeVisible();
  });
  await recorder.step('all credit comes back to the wallet', async () => {
    await bar(page).getByRole('button', { name: 'ดึงกลับทั้งหมด' }).tap();
    const collected = dialogOf(page, 'ดึงเครดิตกลับ');
    await collected.getByRole('button', { name: 'ตกลง' }).tap();
  });
  await recorder.step('withdraw form', async () => {
    await bar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
    await dialogOf(page, 'ถอนเงิน').getByLabel('จำนวนเงิน', { exact: true }).fill('300');
    await dialogOf(page, 'ถอนเงิน').getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
  });
  await recorder.step('withdraw', async () => {
    await dialogOf(page, 'ยืนยันการถอนเงิน').getByRole('button', { name: 'ยืนยันถอนเงิน' }).tap();
    await expect(page.getByRole('alertdialog')).toContainText('กำลังโอน ฿300.00');
  });
}
