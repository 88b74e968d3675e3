import { readFileSync } from 'node:fs';
import { readTypedNumberTables } from '@krapao/contract/typed-number-table';
import { expect } from '@playwright/test';
import { dialogOf, openAsMember, test, walletBar } from './support/browser.ts';

const TYPED = [
  '1,000.50',
  '1.234,56',
  '๑,๐๐๐.๕๐',
  '໕໐໐',
  '１２３',
  '1,000 บาท',
  '1e3',
  '-200',
  '10,50',
  '1.234',
  '123456789012',
];

const document = readFileSync(new URL('../../../docs/typed-numbers.md', import.meta.url), 'utf8');
const amounts = (readTypedNumberTables(document).get('Amounts in baht') ?? []).filter(({ typed }) =>
  TYPED.includes(typed),
);

test('an amount is the same one pasted and typed key by key', async ({ page, stack, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  expect(amounts).toHaveLength(TYPED.length);
  await openAsMember(page, stack);
  await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
  const dialog = dialogOf(page, 'ฝากเงิน');
  await dialog.getByRole('button', { name: 'ธนาคารกสิกรไทย' }).last().tap();
  const field = dialog.getByLabel('จำนวนเงิน', { exact: true });
  for (const { typed, shown } of amounts) {
    await field.fill('');
    await field.pressSequentially(typed);
    await expect(field).toHaveValue(shown);
    await field.fill('');
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), typed);
    await field.focus();
    await page.keyboard.press('Control+V');
    await expect(field).toHaveValue(shown);
  }
  // The field adds and removes its own commas; the typed text between them stays.
  await field.fill('');
  await field.pressSequentially('1234567');
  await expect(field).toHaveValue('1,234,567');
  for (let times = 0; times < 2; times += 1) await field.press('Backspace');
  await expect(field).toHaveValue('12,345');
  await field.press('x');
  await expect(field).toHaveValue('12345x');
  await field.press('Backspace');
  await expect(field).toHaveValue('12,345');
});
