import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ERROR_STATUS } from '@krapao/contract/errors';
import { STAFF_ERROR_STATUS } from '@krapao/contract/staff/errors';
import { PERMISSIONS, ROLES, type Role } from '@krapao/contract/staff/permissions';
import { expect, type Page } from '@playwright/test';
import { Presses } from './console/presses.ts';
import { menuOf, signIn, test } from './console/console-test.ts';
import { deposit, register, type Member } from './support/member.ts';
import type { Counterparties } from './support/counterparties.ts';
import { inWholeUnless } from './support/forms.ts';
import type { Stack } from './support/stack.ts';

const CONTROL = ['Exports', 'Staff', 'Roles', 'Settings in force'];
const OF_MEMBERS = ['Today', 'Members', 'Payouts', 'Incoming', 'Manual review', 'Protection', 'Approvals'];

/** The menu of each role, written down once more. */
const MENUS: Readonly<Record<Role, readonly string[]>> = {
  support: ['Today', 'Members', 'Payouts', 'Incoming', 'Approvals'],
  cashier: OF_MEMBERS,
  finance: [...OF_MEMBERS, 'Audit', 'Exports'],
  risk: [...OF_MEMBERS, 'Audit'],
  protection: ['Today', 'Members', 'Protection', 'Approvals', 'Audit'],
  content: ['Today', 'Approvals'],
  manager: [...OF_MEMBERS, 'Audit', ...CONTROL],
  auditor: [...OF_MEMBERS, 'Audit', ...CONTROL],
  owner: ['Today', 'Members', 'Payouts', 'Approvals', 'Audit', ...CONTROL],
};

/** A page that the role may not open, and its call; none for those who read everything. */
const FORBIDDEN: Readonly<Partial<Record<Role, string>>> = {
  support: '/audit',
  cashier: '/audit',
  protection: '/payouts',
  content: '/members',
  owner: '/reviews',
};

/** In the short form: who has most rooms for players, and who has least. */
const SHORT = new Set<Role>(['support', 'content']);

test.describe('each role sees its menu and nothing else', () => {
  for (const role of ROLES) {
    test(role, inWholeUnless(SHORT.has(role)), async ({ page, consoleUrl }) => {
      const called: string[] = [];
      page.on('request', (request) => called.push(new URL(request.url()).pathname));
      const address = FORBIDDEN[role];
      await signIn(page, consoleUrl, role, address);
      const presses = new Presses(page, `rooms-of-${role}`);
      const items = menuOf(page).getByRole('link');
      await expect(items).toHaveText(MENUS[role].map((name) => new RegExp(`^${name}`)));
      if (address !== undefined) {
        await expect(page.getByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
        expect(called.filter((one) => one.startsWith(`/staff/api${address}`))).toEqual([]);
        await presses.picture();
      }
      for (const name of MENUS[role]) {
        await items.filter({ hasText: name }).click();
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
        await presses.picture();
      }
      await expect(page.getByText('This could not be read')).toHaveCount(0);
    });
  }
});

/** Returns what a built app loads: its text files, joined. */
async function builtTexts(app: 'web' | 'console'): Promise<string> {
  const folder = fileURLToPath(new URL(`../../${app}/dist`, import.meta.url));
  const names = await readdir(folder, { recursive: true });
  const texts = names.filter((name) => /\.(js|css|html|json|webmanifest)$/.test(name));
  return (await Promise.all(texts.map((name) => readFile(path.join(folder, name), 'utf8')))).join('\n');
}

test('players load nothing of the console: no call, permission, code or text of staff', async () => {
  const ofStaff = [
    '/staff/api',
    ...PERMISSIONS,
    ...Object.keys(STAFF_ERROR_STATUS).filter((code) => !Object.hasOwn(ERROR_STATUS, code)),
    'Propose approval',
    'A second person decides',
  ];
  const [players, staff] = await Promise.all([builtTexts('web'), builtTexts('console')]);
  expect(players.length).toBeGreaterThan(500_000);
  /** A mark as a word of its own: players have codes that end like one of staff. */
  const marksIn = (texts: string): string[] =>
    ofStaff.filter((mark) =>
      new RegExp(String.raw`(?<!\w)${mark.replaceAll('.', String.raw`\.`)}(?!\w)`).test(texts),
    );
  expect(marksIn(players)).toEqual([]);
  // The marks are found where they are.
  expect(marksIn(staff).length).toBeGreaterThan(20);
  expect(staff).toContain('/staff/api');
});

/** A member whose payout of so many baht waits for a person. */
async function askForPayout(stack: Stack, counterparties: Counterparties, amount: number): Promise<Member> {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, amount);
  await member.api.ok('POST /api/wallet/withdraw', { body: { amount } });
  return member;
}

/** Returns the link in the row of a member, who is found by their phone. */
const rowLink = (page: Page, { username }: Member) =>
  page.getByRole('row').filter({ hasText: username }).getByRole('link');

const status = (page: Page) => page.getByRole('status');

test('a payout is approved by the keyboard alone', async ({ page, stack, consoleUrl, counterparties }) => {
  const member = await askForPayout(stack, counterparties, 60_000);
  await page.goto(consoleUrl);
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type('cashier@demo.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('krapao-demo');
  await page.keyboard.press('Enter');
  await menuOf(page).waitFor();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('payou');
  await expect(page.getByRole('menuitem', { name: 'Payouts' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(rowLink(page, member)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog', { name: 'Approve ฿60,000.00?' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(status(page).filter({ hasText: '฿60,000.00 approved' })).toBeVisible();
  await expect(page.getByText('No payout waits')).toBeVisible();
});

test('a payout above the limit waits for a second person, who is not the first @whole', async ({
  page,
  browser,
  stack,
  consoleUrl,
  counterparties,
}) => {
  const member = await askForPayout(stack, counterparties, 90_000);
  await signIn(page, consoleUrl, 'finance', '/payouts');
  await rowLink(page, member).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Propose approval' }).click();
  await expect(status(page).filter({ hasText: 'A second person decides' })).toBeVisible();
  await menuOf(page).getByRole('link', { name: 'Approvals' }).click();
  await expect(page.getByText('You proposed it: another person decides.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  const other = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await signIn(other, consoleUrl, 'manager', '/approvals');
  await other.getByRole('button', { name: 'Approve' }).click();
  await other.getByLabel('Reason').fill('Looked at the play');
  await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(status(other).filter({ hasText: 'Approved and carried out' })).toBeVisible();
  await other.context().close();
});

test('a member is found, frozen with a reason, and the act is on record', async ({
  page,
  stack,
  consoleUrl,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await signIn(page, consoleUrl, 'manager', '/members');
  await page.getByRole('main').getByRole('textbox', { name: 'Search' }).fill(member.username);
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await rowLink(page, member).click();
  await page.getByRole('button', { name: 'Freeze' }).click();
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Freeze' });
  await expect(submit).toBeDisabled();
  await page.getByLabel('Reason').fill('The phone is lost');
  await submit.click();
  await expect(page.getByText('by Demo manager: The phone is lost', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'Acts of staff' }).click();
  await expect(page.getByText('Member frozen')).toBeVisible();
});
