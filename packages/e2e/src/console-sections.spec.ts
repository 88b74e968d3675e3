import { expect, type Page } from '@playwright/test';
import { PHONE, signIn } from './console/console-test.ts';
import { testOfRooms } from './console/rooms-test.ts';
import { lookWithAxe } from './gallery/axe.ts';
import { expectFits } from './support/browser.ts';
import { newPerson, register } from './support/member.ts';
import { Counterparties } from './support/counterparties.ts';

const test = testOfRooms();

const tabOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name, exact: true });
const submit = async (page: Page, name: string, reason: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect(dialog).toHaveCount(0);
};

test('a movement shows both accounts of the books and its way, by the keyboard alone @whole', async ({
  page,
  consoleUrl,
  seed,
}) => {
  const path = `/members/${seed.memberId}`;
  await signIn(page, consoleUrl, 'manager', path);
  await page.goto(consoleUrl + path);
  const details = page.getByRole('button', { name: 'Details' }).first();
  await details.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Movement' });
  await expect(dialog.getByText('The member’s wallet')).toBeVisible();
  await expect(dialog.getByText('Credited account')).toBeVisible();
  await expect(dialog.getByText('Single calls to services are not stored')).toBeVisible();
  await expect(dialog.getByRole('table', { name: 'What is stored of its way' })).toContainText('Made');
  for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
    await page.setViewportSize(viewport);
    const { findings, advice } = await lookWithAxe(page);
    expect([...findings, ...advice]).toEqual([]);
    await expectFits(page);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(details).toBeFocused();
});

test('play, links and chat are on the member’s page', async ({ page, consoleUrl, seed }) => {
  await signIn(page, consoleUrl, 'support', `/members/${seed.playerId}`);
  await tabOf(page, 'Play').click();
  await expect(page.getByRole('table', { name: 'By provider' })).toContainText('PG');
  await expect(page.getByRole('table', { name: 'By day' })).toContainText('PG');
  await tabOf(page, 'Links').click();
  const links = page.getByRole('table', { name: 'Links' });
  await expect(links).toContainText('Same name');
  await expect(links).toContainText('••••');
  await expect(page.getByText('Network addresses of members are not stored.')).toBeVisible();
  await tabOf(page, 'Chat').click();
  const messages = page.getByRole('list', { name: 'Chat' }).getByRole('listitem');
  await expect(messages.first()).toContainText('When does my money come?');
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('a cashier is told why a bonus cannot be cancelled; support has no such button @whole', async ({
  page,
  browser,
  consoleUrl,
  seed,
  expectFailures,
}) => {
  expectFailures(/409 .*\/cancel/);
  const path = `/members/${seed.playerId}?tab=bonuses`;
  await signIn(page, consoleUrl, 'cashier', path);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel bonus' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The player asked for it');
  await dialog.getByRole('button', { name: 'Cancel bonus' }).click();
  // Some of the member's credit is in a game.
  await expect(dialog.getByRole('alert')).toContainText('All credit must be in the wallet first');
  const other = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await signIn(other, consoleUrl, 'support', path);
  await expect(other.getByRole('progressbar')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Cancel bonus' })).toHaveCount(0);
  await other.context().close();
});

test('an entry that was put aside is tried again, and put away with a reason', async ({
  page,
  consoleUrl,
  seed,
}) => {
  expect(seed.memberId).not.toBe('');
  await signIn(page, consoleUrl, 'cashier', '/incoming?tab=rejected');
  const entries = page.getByRole('main').getByRole('listitem');
  await expect(entries.first()).toBeVisible();
  const before = await entries.count();
  await entries.first().getByRole('button', { name: 'Try again' }).click();
  await submit(page, 'Try again', 'The bank has mended it');
  await expect(entries.first()).toContainText('Tried 1 times');
  await entries.first().getByRole('button', { name: 'Put away' }).click();
  await submit(page, 'Put away', 'No money came');
  await expect(entries).toHaveCount(before - 1);
});

test('a freezing is given another end and reason', async ({ page, consoleUrl, seed }) => {
  await signIn(page, consoleUrl, 'manager', `/members/${seed.memberId}`);
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  await submit(page, 'Freeze', 'A report');
  await page.getByRole('button', { name: 'Change freezing' }).click();
  await page.getByRole('dialog').getByLabel('End').selectOption('7');
  await submit(page, 'Change freezing', 'A second report');
  await expect(page.getByText('A second report')).toBeVisible();
  await expect(page.getByText(/^until /)).toBeVisible();
  await page.getByRole('button', { name: 'Unfreeze' }).click();
  await submit(page, 'Unfreeze', 'Cleared');
});

test('a section says when it could not be read, is forbidden, empty, or old @whole', async ({
  page,
  consoleUrl,
  seed,
  expectFailures,
}) => {
  expectFailures(/(503|403) .*\/staff\/api\//);
  const answer = (status: number, message: string) =>
    page.route('**/staff/api/members/*/chat*', (route) => route.fulfill({ status, json: { message } }));
  await answer(503, 'SERVICE_UNAVAILABLE');
  await signIn(page, consoleUrl, 'manager', `/members/${seed.playerId}?tab=chat`);
  await expect(page.getByText('This could not be read')).toBeVisible();
  await page.unrouteAll();
  await answer(403, 'FORBIDDEN');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('This page is not for your role')).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByText('When does my money come?')).toBeVisible();
  await page.route('**/staff/api/members/*/chat*', (route) =>
    route.fulfill({ json: { items: [], next: null } }),
  );
  await page.reload();
  await expect(page.getByText('No conversation yet')).toBeVisible();
});

test('a member’s protection is tightened with a reason, and shown with its history', async ({
  page,
  stack,
  consoleUrl,
  seed,
  expectFailures,
}) => {
  expectFailures(/409 .*\/protection\/break/);
  // With the name of an excluded member no other registers.
  const person = newPerson();
  const { username } = await register(stack.url, new Counterparties(stack.sandbox.url), {
    ...person,
    name: `Somsri ${person.bankAccountName}`,
  });
  await signIn(page, consoleUrl, 'protection', `/members?q=${username}`);
  await page.getByRole('table', { name: 'Members found' }).getByRole('link').click();
  await tabOf(page, 'Protection').click();
  await expect(page.getByText('No limit is set')).toBeVisible();
  await page.getByRole('button', { name: 'Set or lower a limit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Limit').selectOption('Losses per week');
  await dialog.getByLabel(/^Amount/).fill('1,250.50');
  await submit(page, 'Set or lower a limit', 'Asked on the phone');
  await expect(page.getByRole('table', { name: 'Limits' })).toContainText('฿1,250.50');

  const begin = async (days: string, reason: string) => {
    await page.getByRole('button', { name: 'Begin a break' }).click();
    await dialog.getByLabel('How long').selectOption(days);
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Begin a break' }).click();
  };
  await begin('7 days', 'Three deposits in an hour');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('On a break')).toBeVisible();
  await begin('1 day', 'By mistake');
  await expect(dialog.getByRole('alert')).toContainText('Staff only tighten');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Exclude', exact: true }).click();
  await dialog.getByLabel('Reason').fill('Asked for it in writing');
  const exclude = dialog.getByRole('button', { name: 'Exclude', exact: true });
  await expect(exclude).toBeDisabled();
  await dialog.getByRole('checkbox').check();
  await exclude.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Excluded', { exact: true })).toBeVisible();
  const history = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(history.first()).toContainText('Asked for it in writing');
  await expect(history.first()).toContainText('6 months');
  await expect(history.nth(1)).toContainText('Three deposits in an hour');
  await expect(history.nth(2)).toContainText('Losses per week: no limit → ฿1,250.50');

  await page.goto(`${consoleUrl}/protection?list=exclusions`);
  const listed = page.getByRole('table', { name: 'Excluded' }).getByRole('row');
  await expect(listed.nth(1)).toContainText('Asked for it in writing');
  await page.getByRole('link', { name: 'On a break' }).click();
  await expect(page.getByRole('table', { name: 'On a break' })).toContainText('called the player');
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/members/${seed.pausedId}$`));
});

test('support lowers a limit without seeing what the member has set', async ({ page, consoleUrl, seed }) => {
  await signIn(page, consoleUrl, 'support', `/members/${seed.pausedId}?tab=protection`);
  await expect(page.getByText('On a break')).toBeVisible();
  await expect(page.getByText('Your role does not show what the member has set.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'History' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Begin a break' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Set or lower a limit' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Amount/)
    .fill('100');
  await submit(page, 'Set or lower a limit', 'Asked in the chat');
  await expect(page.getByText('Done')).toBeVisible();
});
