import { expect, type Page } from '@playwright/test';
import { menuOf, test as base } from './console/console-test.ts';
import { withAuthenticator } from './support/authenticator.ts';
import { runCommand } from './support/operator.ts';
import type { Stack } from './support/stack.ts';
import { codeOf } from './support/totp.ts';

const PASSWORD = 'five plain words in a row';

/** Playwright's test with a system whose staff need a second factor. */
const test = base.extend<{ domainUrl: string }>({
  serverEnv: [{ STAFF_SECOND_FACTOR: 'required' }, { scope: 'worker' }],
  // A passkey belongs to a domain, and an IP address is none.
  domainUrl: async ({ stack, expected }, use) => {
    expected.push(/^asks http:\/\/localhost:/);
    await use(`http://localhost:${stack.env['CONSOLE_PORT']}`);
  },
});

/** Adds a person by the operator's command. @returns the path of their one-time link */
async function addPerson(stack: Stack, email: string, role: string): Promise<string> {
  const { exitCode, output } = await runCommand(
    'staff',
    ['add', '--email', email, '--name', 'Mali', '--role', role],
    stack.env,
  );
  expect(exitCode, output).toBe(0);
  const [, path = ''] = /^http\S+(\/link#\S+)$/m.exec(output) ?? [];
  return path;
}

async function choosePassword(page: Page, url: string, path: string): Promise<void> {
  await page.goto(url + path);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByLabel('Once more').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible();
}

async function enter(page: Page, url: string, email: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mali' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
}

/** Types a code that the server has not seen: the next step's, since each works once. */
async function typeCode(page: Page, code: string, button: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: button, exact: true }).click();
}

test('the first owner comes by a link, sets up an authenticator app, and signs in by its code or a recovery code @whole', async ({
  page,
  stack,
  consoleUrl,
}) => {
  const email = 'owner@krapao.example';
  const path = await addPerson(stack, email, 'owner');
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await choosePassword(page, consoleUrl, path);
  const token = path.split('#')[1] ?? '';
  expect(addresses.filter((address) => address.includes(token))).toEqual([]);

  await enter(page, consoleUrl, email);
  // Without a second factor there is nothing else to do here.
  await expect(page.getByRole('heading', { name: 'Authenticator app' })).toBeVisible();
  await expect(menuOf(page)).toHaveCount(0);
  await page.getByLabel('Password').first().fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = await page.getByRole('button', { name: /^Copy [A-Z2-7]{32}/ }).getAttribute('aria-label');
  const key = secret?.split(' ')[1] ?? '';
  await typeCode(page, '000000', 'Confirm');
  await expect(page.getByRole('alert')).toContainText('This code is wrong');
  const now = await page.evaluate(() => Date.now());
  await typeCode(page, codeOf(key, now), 'Confirm');
  const recovery = page.getByRole('listitem').getByRole('code');
  await expect(recovery).toHaveCount(10);
  const [first = '', other = ''] = await recovery.allTextContents();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await menuOf(page).waitFor();
  await leave(page);

  // The code that was used does not work again; the one of the next 30 seconds does.
  await enter(page, consoleUrl, email);
  await typeCode(page, codeOf(key, now), 'Sign in');
  await expect(page.getByRole('alert')).toContainText('This code is wrong or was used');
  await typeCode(page, codeOf(key, now + 30_000), 'Sign in');
  await menuOf(page).waitFor();
  await leave(page);

  await enter(page, consoleUrl, email);
  await typeCode(page, first, 'Sign in');
  await menuOf(page).waitFor();

  // Another app needs a code of the present one, or a recovery code.
  await page.goto(`${consoleUrl}/factor`);
  await page.getByLabel('Password').first().fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await typeCode(page, first, 'Continue');
  await expect(page.getByRole('alert')).toContainText('This code is wrong or was used');
  await typeCode(page, other, 'Continue');
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await leave(page);
  await enter(page, consoleUrl, email);
  await typeCode(page, first, 'Sign in');
  await expect(page.getByRole('alert')).toContainText('This code is wrong or was used');
});

test('a passkey is added, signs in without a password, and is removed @whole', async ({
  page,
  stack,
  domainUrl,
}) => {
  await withAuthenticator(page);
  const email = 'mali@krapao.example';
  await choosePassword(page, domainUrl, await addPerson(stack, email, 'cashier'));
  await enter(page, domainUrl, email);
  await page.getByLabel('Name').fill('Office laptop');
  await page.getByLabel('Password').last().fill(PASSWORD);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  // It is a second factor: the rooms open.
  await menuOf(page).waitFor();
  await leave(page);

  // The password alone does not let in a person who has a passkey.
  await enter(page, domainUrl, email);
  await expect(page.getByRole('alert')).toContainText('signs in with a passkey');
  await page.getByRole('button', { name: 'Passkey' }).click();
  await menuOf(page).waitFor();

  await page.goto(`${domainUrl}/factor`);
  await expect(page.getByText('Office laptop', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByLabel('Password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Office laptop', { exact: true })).toHaveCount(0);
});

test('a link works once, and a wrong one says so', async ({ page, stack, consoleUrl }) => {
  const path = await addPerson(stack, 'once@krapao.example', 'support');
  await choosePassword(page, consoleUrl, path);
  for (const used of [path, '/link#wrong']) {
    await page.goto('about:blank');
    await page.goto(consoleUrl + used);
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByLabel('Once more').fill(PASSWORD);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('This link is not valid any more');
  }
});
