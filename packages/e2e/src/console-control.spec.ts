import { readFile } from 'node:fs/promises';
import { expect, type Browser, type Page } from '@playwright/test';
import { PHONE, signIn, test } from './console/console-test.ts';
import { lookWithAxe } from './gallery/axe.ts';
import { expectFits } from './support/browser.ts';
import { register } from './support/member.ts';

const status = (page: Page) => page.getByRole('status');

/** Opens the console as another person, in a browser of their own. */
async function other(browser: Browser, consoleUrl: string, role: 'owner' | 'finance', path: string) {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await signIn(page, consoleUrl, role, path);
  return page;
}

/** Approves the only proposal that waits, and closes the browser. */
async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByLabel('Reason').fill('Agreed');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(status(page).filter({ hasText: 'Approved and carried out' })).toBeVisible();
}

/**
 * Finds no barrier with axe. The page must be loaded since the last press of a button that waits: its announcement to
 * screen readers stays for some seconds.
 */
async function expectNoBarrier(page: Page): Promise<void> {
  const { findings, advice } = await lookWithAxe(page);
  expect([...findings, ...advice]).toEqual([]);
}

test('members that a search finds are exported and saved as CSV', async ({
  page,
  stack,
  consoleUrl,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await signIn(page, consoleUrl, 'finance');
  await page.goto(`${consoleUrl}/members?q=${member.username}`);
  await expect(page.getByRole('row').filter({ hasText: member.username })).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export members?' });
  await expect(dialog).toContainText(`Members found by “${member.username}”`);
  await expectNoBarrier(page);
  await page.getByLabel('Reason').fill('Asked by the auditors');
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Exports' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: member.username });
  await expect(row).toContainText('Asked by the auditors');
  await expect(row).toContainText('Ready');
  const saved = page.waitForEvent('download');
  await row.getByRole('link', { name: 'Download' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^members-\d{4}-\d\d-\d\d-\w{6}\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toMatch(/^\uFEFFMember id,Phone,Name,/);
  expect(text).toContain(member.username);
  await page.reload();
  await expect(row).toContainText('1 of 3 downloads');
});

test('a role is made, given and changed by two people, and holds at once @whole', async ({
  page,
  browser,
  consoleUrl,
}) => {
  await signIn(page, consoleUrl, 'manager', '/roles');
  await expect(page.getByRole('row').filter({ hasText: 'Owner' })).toContainText('Demo owner');
  await expect(page.getByRole('row').filter({ hasText: 'Owner' }).getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'Make a role' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a role' });
  await expect(dialog.getByLabel('Approve staff and roles')).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Propose' })).toBeDisabled();
  // By the keyboard alone.
  await page.keyboard.type('Night shift');
  await dialog.getByLabel('Read payouts').focus();
  await page.keyboard.press('Space');
  await dialog.getByLabel('Read the record of acts').focus();
  await page.keyboard.press('Space');
  await dialog.getByLabel('Reason').fill('For the night');
  await page.keyboard.press('Control+Enter');
  await expect(status(page).filter({ hasText: 'A second person decides' })).toBeVisible();

  const owner = await other(browser, consoleUrl, 'owner', '/approvals');
  await expect(owner.getByText('Read payouts, Read the record of acts')).toBeVisible();
  await approve(owner);

  await page.goto(`${consoleUrl}/people`);
  await page
    .getByRole('row')
    .filter({ hasText: 'Demo content' })
    .getByRole('button', { name: 'Roles' })
    .click();
  await page.getByRole('dialog').getByLabel('Night shift').check();
  await page.getByRole('dialog').getByLabel('Reason').fill('Works at night');
  await page.getByRole('dialog').getByRole('button', { name: 'Propose' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await owner.goto(`${consoleUrl}/approvals`);
  await approve(owner);

  await page.goto(`${consoleUrl}/roles`);
  const row = page.getByRole('row').filter({ hasText: 'Night shift' });
  await expect(row).toContainText('2 permissions');
  await row.getByRole('link', { name: 'Demo content' }).click();
  await expect(page.getByText('Staff with the role Night shift')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.goBack();
  await row.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('dialog').getByLabel('Read the record of acts').uncheck();
  await page.getByRole('dialog').getByLabel('Reason').fill('Not needed');
  await page.getByRole('dialog').getByRole('button', { name: 'Propose' }).click();
  await expect(row.getByRole('link', { name: 'Proposed' })).toBeVisible();
  await page.reload();
  await expect(row.getByRole('link', { name: 'Proposed' })).toBeVisible();
  await expectNoBarrier(page);
  await owner.goto(`${consoleUrl}/approvals`);
  await expect(owner.getByText('Removed')).toBeVisible();
  await approve(owner);
  await page.reload();
  await expect(row).toContainText('1 permissions');
  await owner.context().close();
});

test('the form of a role fits a phone @whole', async ({ page, consoleUrl }) => {
  await signIn(page, consoleUrl, 'owner');
  await page.setViewportSize(PHONE);
  await page.goto(`${consoleUrl}/roles`);
  await page.getByRole('button', { name: 'Make a role' }).click();
  await expect(page.getByRole('dialog').getByLabel('Approve staff and roles')).toBeEnabled();
  await expectFits(page);
  await expectNoBarrier(page);
});

test('settings are read and found, and no secret is among them @whole', async ({
  page,
  stack,
  consoleUrl,
  expectFailures,
}) => {
  await signIn(page, consoleUrl, 'auditor', '/settings');
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  await expect(row('CONSOLE_PORT')).toContainText(String(stack.env['CONSOLE_PORT']));
  await expect(row('CONSOLE_PORT')).toContainText('Environment');
  await expect(row('HSTS_DAYS')).toContainText('Default');
  await expect(row('SANDBOX_SECRET')).toContainText('Set');
  await expect(page.getByText('sandbox-only-secret')).toHaveCount(0);
  await page.getByLabel('Find a setting').fill('audit hour');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row('AUDIT_HOUR')).toBeVisible();
  await page.getByLabel('Find a setting').fill('no such');
  await expect(page.getByText('No setting has this name')).toBeVisible();
  expectFailures(/503 .*\/staff\/api\//);
  await page.route('**/staff/api/settings', (route) =>
    route.fulfill({ status: 503, json: { message: 'SERVICE_UNAVAILABLE' } }),
  );
  await page.reload();
  await expect(page.getByText('This could not be read')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(row('AUDIT_HOUR')).toBeVisible();
});
