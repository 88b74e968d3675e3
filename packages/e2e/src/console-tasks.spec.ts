import type { Role } from '@krapao/contract/staff/permissions';
import { expect, type Browser, type Page } from '@playwright/test';
import { menuOf, signIn } from './console/console-test.ts';
import { Presses } from './console/presses.ts';
import { testOfRooms } from './console/rooms-test.ts';
import { Api } from './support/api.ts';
import { Channels, OPERATOR, uploadSlip } from './support/channels.ts';
import { deposit, newPerson, register, type Member } from './support/member.ts';
import { transferOf } from './support/slips.ts';

interface Tasks {
  /** A member for this test alone. */
  member: Member;
  /** Signs another person in, in a browser of their own. */
  as: (role: Role, path?: string) => Promise<Page>;
}

/** Playwright's test with filled rooms, where each role does one of its tasks to the end. */
const test = testOfRooms().extend<Tasks>({
  member: async ({ stack, counterparties }, use) =>
    use(await register(stack.url, counterparties, newPerson())),
  as: async ({ browser, consoleUrl }: { browser: Browser; consoleUrl: string }, use) => {
    const pages: Page[] = [];
    await use(async (role, path) => {
      const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
      pages.push(page);
      await signIn(page, consoleUrl, role, path);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
});

const told = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

/** Finds a member from any page by what is known of them. */
async function find(page: Page, presses: Presses, known: string, name: string): Promise<void> {
  await presses.key('Control+k');
  await presses.typeHere(known);
  await page.getByRole('menuitem', { name }).waitFor();
  await presses.picture();
  await presses.key('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await presses.picture();
}

/** Approves the proposal with that text from any page. */
async function approve(page: Page, presses: Presses, text: string): Promise<void> {
  await presses.press('link', /^Approvals/);
  const proposal = page.getByRole('listitem').filter({ hasText: text });
  await presses.pressThis(proposal.getByRole('button', { name: 'Approve' }));
  await presses.type('Reason', 'Looked at it');
  await presses.press('button', 'Approve');
  await told(page, 'Approved and carried out');
}

test('support finds a member by the last four digits of an account, and leaves a note', async ({
  page,
  consoleUrl,
  member,
}) => {
  await signIn(page, consoleUrl, 'support');
  const presses = new Presses(page, 'support');
  await find(page, presses, member.bankAccountNo.slice(-4), member.name);
  expect(presses.told).toBe('2 presses, 1 texts');
  // Neither phone nor account is shown whole to support.
  await expect(page.getByText(member.bankAccountNo)).toHaveCount(0);
  await expect(page.getByText(member.username)).toHaveCount(0);
  await presses.press('link', 'Notes');
  await presses.type('New note', 'Asked when the payout comes');
  await presses.press('button', 'Add note');
  await told(page, 'Note added');
});

test('a cashier proposes another bank account, finance approves, and payouts wait @whole', async ({
  page,
  consoleUrl,
  member,
  as,
}) => {
  await signIn(page, consoleUrl, 'cashier');
  const presses = new Presses(page, 'cashier-correction');
  await find(page, presses, member.username, member.name);
  await presses.press('button', 'Correct data');
  await presses.type('Bank', 'SCB');
  await presses.type('Account number', '4445556661');
  await presses.type('Account name', member.name);
  await presses.type('Reason', 'The passbook was shown at the desk');
  await presses.press('button', 'Propose');
  await told(page, 'A second person decides');
  expect(presses.told).toBe('4 presses, 5 texts');

  const finance = await as('finance');
  const second = new Presses(finance, 'finance-correction');
  await approve(finance, second, 'The passbook was shown at the desk');
  expect(second.told).toBe('3 presses, 1 texts');
  await page.reload();
  await expect(page.getByText('4445556661').first()).toBeVisible();
});

test('a cashier proposes a big payout, and a manager approves it', async ({ page, consoleUrl, seed, as }) => {
  await signIn(page, consoleUrl, 'cashier', '/');
  const presses = new Presses(page, 'cashier-payout');
  await presses.press('link', /^Payouts/);
  await presses.pressAt('90,000.00');
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  await presses.key('a');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Propose approval' })).toBeFocused();
  await presses.key('Enter');
  await told(page, 'A second person decides');
  expect(presses.told).toBe('4 presses, 0 texts');
  expect(seed.payouts).toHaveLength(3);

  const manager = await as('manager');
  const second = new Presses(manager, 'manager-payout');
  await approve(manager, second, '90,000.00');
  expect(second.told).toBe('3 presses, 1 texts');
});

test('risk freezes a member, who can do nothing any more @whole', async ({ page, consoleUrl, member }) => {
  await signIn(page, consoleUrl, 'risk');
  const presses = new Presses(page, 'risk');
  await find(page, presses, member.username, member.name);
  await presses.press('button', 'Freeze');
  await presses.type('Reason', 'Two accounts on one phone');
  await presses.press('button', 'Freeze');
  await expect(page.getByText('by Demo risk: Two accounts on one phone', { exact: false })).toBeVisible();
  expect(presses.told).toBe('4 presses, 2 texts');
  expect((await member.api.send('GET /api/wallet')).status).toBe(401);
});

test('protection logs a member out everywhere @whole', async ({ page, consoleUrl, member }) => {
  await signIn(page, consoleUrl, 'protection');
  const presses = new Presses(page, 'protection');
  await find(page, presses, member.username, member.name);
  await presses.press('button', 'End sessions');
  await presses.type('Reason', 'The family asked, the member agrees');
  await presses.press('button', 'End sessions');
  await told(page, /./);
  expect((await member.api.send('GET /api/wallet')).status).toBe(401);
});

test('support sends a member a password reset, and never sees the code @whole', async ({
  page,
  consoleUrl,
  member,
  stack,
  counterparties,
}) => {
  await signIn(page, consoleUrl, 'support');
  const presses = new Presses(page, 'support-reset');
  await find(page, presses, member.username, member.name);
  await presses.press('button', 'Send a password reset');
  await presses.type('Reason', 'Asked in the chat, answered the questions');
  await presses.press('button', 'Send a password reset');
  await told(page, /./);
  expect(presses.told).toBe('4 presses, 2 texts');
  // The first message is the registration's.
  expect(await counterparties.inbox(member.username)).toHaveLength(2);
  const code = await counterparties.codeOf(member.username);
  await expect(page.getByText(code)).toHaveCount(0);
  const body = { phone: member.username, code, password: 'krapao-5678' };
  await new Api(stack.url).ok('POST /api/password/reset/confirm', { body });
  expect((await member.api.send('GET /api/wallet')).status).toBe(401);
});

test('finance sees why money is missing, and gives it to its member @whole', async ({
  page,
  consoleUrl,
  member,
  seed,
}) => {
  expect(seed.payouts).toHaveLength(3);
  await signIn(page, consoleUrl, 'finance');
  const presses = new Presses(page, 'finance-suspense');
  await presses.press('link', /^Incoming/);
  const row = page.getByRole('listitem').filter({ hasText: '321.00' });
  await expect(row).toContainText('It fits no member');
  expect(presses.told).toBe('1 presses, 0 texts');
  await presses.pressThis(row.getByRole('button', { name: 'Assign' }));
  await presses.type('Find the member', member.username);
  await presses.pressThis(page.getByRole('dialog').getByText(member.name).first());
  await presses.type('Reason', 'The transfer slip was shown');
  await presses.press('button', 'Assign');
  await told(page, '฿321.00 credited');
});

test('a cashier returns a deposit that came by mistake @whole', async ({ page, consoleUrl, stack }) => {
  const channels = new Channels(stack.sandbox.url);
  await channels.bankTransfer({
    fromBankCode: 'SCB',
    fromAccountNo: '9990001113',
    fromName: 'A STRANGER',
    toAccountNo: OPERATOR.bankAccounts[0],
    amount: 654,
  });
  await signIn(page, consoleUrl, 'cashier');
  const presses = new Presses(page, 'cashier-return');
  await presses.press('link', /^Incoming/);
  const row = page.getByRole('listitem').filter({ hasText: '654.00' });
  const changed = page.getByRole('button', { name: 'Show', exact: true });
  await expect(row.or(changed).first()).toBeVisible();
  if (await changed.isVisible()) await changed.click();
  await presses.pressThis(row.getByRole('button', { name: 'Return' }));
  await presses.type('Reason', 'Sent back at the bank, reference 4711');
  await presses.press('button', 'Return');
  await told(page, '฿654.00 returned');
  await expect(row).toHaveCount(0);
  expect(presses.told).toBe('3 presses, 1 texts');
});

test('a cashier reads the time of a slip for which the bank tells a year of another era @whole', async ({
  page,
  consoleUrl,
  member,
  stack,
}) => {
  const channels = new Channels(stack.sandbox.url);
  const now = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 16);
  // A leap day is none in another year.
  const later = (years: number): string =>
    `${Number(now.slice(0, 4)) + years}${now.slice(4).replace('-02-29', '-02-28')}`;
  const reference = await transferOf(channels, member, 459, {
    toAccountNo: OPERATOR.bankAccounts[0],
    toSomebodyElse: true,
    at: `${later(543)}:00+07:00`,
  });
  await uploadSlip(stack.url, member.api.token, await channels.slip(reference));
  await signIn(page, consoleUrl, 'cashier', '/incoming?tab=slips');
  const presses = new Presses(page, 'cashier-slip-of-another-era');
  await presses.pressThis((await listedRow(page, reference, 'row')).getByRole('link', { name: 'Look' }));
  await expect(page.getByText('The look-up service tells a time that cannot be')).toBeVisible();
  await presses.press('button', 'Accept');
  const dialog = page.getByRole('dialog');
  // The time and the reason: everything else is known.
  await expect(dialog.getByRole('textbox')).toHaveCount(2);
  const time = dialog.getByLabel('Date and time on the slip');
  await time.fill(later(-1));
  await expect(dialog).toContainText('A slip that came then cannot be of this time');
  await presses.picture();
  await time.fill(now);
  await presses.type('Reason', 'Read on the slip');
  await presses.press('button', 'Accept');
  await expect.poll(async () => (await member.api.ok('GET /api/wallet')).wallet.amount).toBe(459);
});

/** Returns the day in Bangkok some days ago, as `2026-11-20`. */
const dayAgo = (days: number): string =>
  new Date(Date.now() + (7 - days * 24) * 3_600_000).toISOString().slice(0, 10);

const WEEKS_AGO = dayAgo(20);

/** Writes a statement of one credit. */
const statementOf = (no: number, amount: number, from: string, line: string, on = WEEKS_AGO): string => {
  const day = on.slice(2).replaceAll('-', '');
  return (
    `:20:S\n:25:${OPERATOR.bankAccounts[0]}\n:28C:${no}/1\n:60F:C${day}THB0,00\n` +
    `:61:${day}C${amount},00${line}\n:86:?30014?31${from}\n:62F:C${day}THB${amount},00\n`
  );
};

const chooseFile = (page: Page, name: string, text: string): Promise<void> =>
  page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

async function giveFile(page: Page, presses: Presses, name: string, text: string): Promise<void> {
  await presses.press('button', 'Give a file');
  await chooseFile(page, name, text);
  await presses.type('Reason', 'The bank sent it');
  await presses.press('button', 'Give a file');
}

/** Returns the row with a text, once the list has it. */
async function listedRow(page: Page, hasText: string, role: 'listitem' | 'row' = 'listitem') {
  const row = page.getByRole(role).filter({ hasText });
  const changed = page.getByRole('button', { name: 'Show', exact: true });
  await expect(row.or(changed).first()).toBeVisible();
  if (await changed.isVisible()) await changed.click();
  return row;
}

test('a cashier gives a statement file, finance approves it, and its money is credited @whole', async ({
  page,
  consoleUrl,
  member,
  as,
}) => {
  const statement = statementOf(1, 456, member.bankAccountNo, 'NTRFNONREF//R1');
  await signIn(page, consoleUrl, 'cashier', '/incoming?tab=files');
  const presses = new Presses(page, 'cashier-statement-file');
  await presses.press('button', 'Give a file');
  await chooseFile(page, 'empty.sta', '');
  await expect(page.getByRole('dialog')).toContainText('The file is empty');
  await presses.press('button', 'Cancel');
  await giveFile(page, presses, 'wrong.sta', statement.replaceAll(OPERATOR.bankAccounts[0], '99'));
  await told(page, 'Not taken: the account 99 is none of the content');
  await giveFile(page, presses, 'may.sta', statement);
  const row = page.getByRole('row').filter({ hasText: 'may.sta' });
  await expect(row).toContainText('฿456.00');
  await expect(row).toContainText('Waits for a second person');
  const finance = await as('finance');
  await approve(finance, new Presses(finance, 'finance-statement-file'), 'may.sta');
  await expect.poll(async () => (await member.api.ok('GET /api/wallet')).wallet.amount).toBe(456);
  await page.reload();
  await expect(row).toContainText('1 credited or in suspense, 0 put aside');
});

test('a cashier sees both sides of money that two files may tell of, and ends it as the same @whole', async ({
  page,
  consoleUrl,
  member,
  as,
}) => {
  await signIn(page, consoleUrl, 'cashier', '/incoming?tab=files');
  const finance = await as('finance');
  const presses = new Presses(page, 'cashier-same-money');
  for (const no of [7, 8]) {
    await giveFile(page, presses, `day-${no}.sta`, statementOf(no, 457, member.bankAccountNo, 'NTRFNONREF'));
    await finance.reload();
    await approve(finance, new Presses(finance, 'finance-same-money'), `day-${no}.sta`);
    await expect.poll(async () => (await member.api.ok('GET /api/wallet')).wallet.amount).toBe(457);
  }
  await page.goto(`${consoleUrl}/incoming`);
  const row = await listedRow(page, '457.00');
  await expect(row).toContainText('The bank may have told of it before. Compare both');
  await expect(row.locator('section')).toContainText(member.name);
  const shownDay = WEEKS_AGO.split('-').toReversed().join('/');
  await expect(row.getByText(`${shownDay} · SCB ${member.bankAccountNo}`)).toHaveCount(2);
  await presses.picture();
  await presses.pressThis(row.getByRole('button', { name: 'Same money' }));
  await presses.type('Reason', 'The bank has one');
  await presses.press('button', 'Same money');
  await told(page, '฿457.00 found to be told twice');
  await expect(row).toHaveCount(0);
  expect((await member.api.ok('GET /api/wallet')).wallet.amount).toBe(457);
});

test('a cashier ends money as a payout that came back, which the bank had refused @whole', async ({
  page,
  consoleUrl,
  counterparties,
  member,
  as,
}) => {
  await deposit(member, counterparties, 1000);
  await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 458 } });
  const { id } = await counterparties.payoutTo(member.bankAccountNo);
  await counterparties.decidePayout(id, 'refused');
  await expect.poll(async () => (await member.api.ok('GET /api/wallet')).wallet.amount).toBe(1000);
  await signIn(page, consoleUrl, 'cashier', '/incoming?tab=files');
  const presses = new Presses(page, 'cashier-returned-payout');
  const file = statementOf(9, 458, member.bankAccountNo, 'NRTINONREF', dayAgo(0));
  await giveFile(page, presses, 'day-9.sta', file);
  const finance = await as('finance');
  await approve(finance, new Presses(finance, 'finance-returned-payout'), 'day-9.sta');
  await page.goto(`${consoleUrl}/incoming`);
  const row = await listedRow(page, '458.00');
  await expect(row).toContainText('Money of ours that came back');
  await expect(row.locator('section')).toContainText(member.name);
  await expect(row.locator('section')).toContainText('Given back to the member');
  await row.scrollIntoViewIfNeeded();
  await presses.picture();
  await presses.pressThis(row.getByRole('button', { name: 'Payout that came back' }));
  await presses.type('Reason', 'The member has it again');
  await presses.press('button', 'Payout that came back');
  await told(page, '฿458.00 found to be a payout that came back');
  await expect(row).toHaveCount(0);
  expect((await member.api.ok('GET /api/wallet')).wallet.amount).toBe(1000);
});

test('an auditor finds who did what, by day and by person @whole', async ({ page, consoleUrl, seed }) => {
  expect(seed.payouts).toHaveLength(3);
  await signIn(page, consoleUrl, 'auditor');
  const presses = new Presses(page, 'auditor');
  await presses.press('link', 'Audit');
  await presses.press('button', 'Yesterday');
  await expect(page.getByText('No acts')).toBeVisible();
  expect(presses.told).toBe('2 presses, 0 texts');
  await presses.press('button', 'Clear');
  await page.getByRole('listitem').getByRole('link', { name: 'Demo cashier' }).first().click();
  await expect(page.getByText('Payout refused')).toBeVisible();
  await expect(page.getByText('Member frozen')).toHaveCount(0);
});

test('a manager proposes a new colleague, and the owner approves @whole', async ({
  page,
  consoleUrl,
  as,
}) => {
  await signIn(page, consoleUrl, 'manager', '/people');
  const presses = new Presses(page, 'manager-person');
  await presses.press('button', /^Add/);
  await presses.type('E-mail', 'new.colleague@krapao.example');
  await presses.type('Name', 'New colleague');
  await page.getByRole('dialog').getByText('Support', { exact: true }).click();
  await presses.type('Reason', 'Begins on Monday');
  await presses.press('button', 'Propose');
  await told(page, 'A second person decides');

  const owner = await as('owner');
  const second = new Presses(owner, 'owner');
  await approve(owner, second, 'Begins on Monday');
  await second.press('link', 'Staff');
  await expect(owner.getByText('new.colleague@krapao.example')).toBeVisible();
});

test('content reads Today, and has no other room yet @whole', async ({ page, consoleUrl }) => {
  await signIn(page, consoleUrl, 'content');
  await new Presses(page, 'content').picture();
  await expect(menuOf(page).getByRole('link')).toHaveText([/^Today/, /^Approvals/]);
});

test('a queue that grows is told at once, and the rows stay where they are @whole', async ({
  page,
  consoleUrl,
  stack,
  counterparties,
  seed,
}) => {
  expect(seed.payouts).toHaveLength(3);
  const rich = await register(stack.url, counterparties, newPerson());
  await deposit(rich, counterparties, 200_000);
  await signIn(page, consoleUrl, 'manager', '/payouts');
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const before = await rows.allTextContents();
  await rich.api.ok('POST /api/wallet/withdraw', { body: { amount: 61_000 } });
  await expect(page.getByText('This list has changed.')).toBeVisible({ timeout: 5_000 });
  expect((await rows.allTextContents()).length).toBe(before.length);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: '61,000.00' })).toBeVisible();
});

test('a view is kept, shared, chosen by another person, and forgotten @whole', async ({
  page,
  consoleUrl,
  as,
}) => {
  await signIn(page, consoleUrl, 'manager', '/payouts?state=decided');
  const menu = () => page.getByRole('button', { name: 'Views' }).click();
  await menu();
  await page.getByRole('menuitem', { name: 'Keep this view …' }).click();
  await page.getByLabel('Name').fill('What was decided');
  await page.getByLabel('Who sees it').selectOption({ label: 'All staff who may enter the room' });
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click();
  await told(page, '“What was decided” is kept');

  const other = await as('finance', '/payouts');
  await other.getByRole('button', { name: 'Views' }).click();
  await other.getByRole('menuitemradio', { name: 'What was decided' }).click();
  await expect(other).toHaveURL(/\/payouts\?state=decided$/);

  await menu();
  await page.getByRole('menuitem', { name: 'Forget “What was decided” …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
  await menu();
  await expect(page.getByRole('menuitemradio')).toHaveCount(0);
});
