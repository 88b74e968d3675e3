import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAudit } from './support/audit.ts';
import { Channels, OPERATOR, uploadSlip } from './support/channels.ts';
import { register, walletAmount, wholeStatement, type Member } from './support/member.ts';
import { refusalOf, runCommand, suspenseAmounts, type CommandResult } from './support/operator.ts';
import { Counterparties } from './support/counterparties.ts';
import { inWhole } from './support/forms.ts';
import { startStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

const WITHIN_MS = 60_000;
const [, ACCOUNT, OTHER_ACCOUNT] = OPERATOR.bankAccounts;
const WHO_AND_WHY = ['--by', 'anna', '--reason', 'asked the bank'];

let stack: Stack;
let counterparties: Counterparties;
let channels: Channels;

beforeAll(async () => {
  stack = await startStack({
    database: 'postgres',
    servers: 2,
    env: { RECONCILE_EVERY_MS: '100', LOG_LEVEL: 'warn' },
  });
  counterparties = new Counterparties(stack.sandbox.url);
  channels = new Channels(stack.sandbox.url);
});
afterAll(() => stack.stop());

const suspense = (...args: string[]): Promise<CommandResult> => runCommand('suspense', args, stack.env);
const same = (...ids: string[]) => suspense('same', ...ids, ...WHO_AND_WHY);
const query = (sql: string, values: unknown[] = []) => stack.database!.query(sql, values);

const pay = (member: Member, amount: number, toAccountNo: string = ACCOUNT) =>
  channels.bankTransfer({
    fromBankCode: member.bankCode,
    fromAccountNo: member.bankAccountNo,
    fromName: member.bankAccountName,
    toAccountNo,
    amount,
  });

const suspended = (reference: string) =>
  until(
    `${reference} is in suspense`,
    WITHIN_MS,
    async () =>
      await query(
        `select t.id::text from ledger_transfer t join ledger_account a on a.id = t.credit_account
         where a.code like 'house:suspense:%' and t.detail ->> 'reference' = $1`,
        [reference],
      ).then(([row]) => row?.['id'] as string | undefined),
  );

/**
 * Makes a transfer with a credited slip and a statement entry five minutes off, which is kept in suspense.
 */
async function toldTwice(amount: number) {
  const member = await register(stack.url, counterparties);
  await counterparties.fault({ port: 'feed', kind: 'http_500', rate: 1 });
  const { reference, statementReference } = await pay(member, amount);
  await uploadSlip(stack.url, member.api.token, await channels.slip(reference));
  await until('the slip is credited', WITHIN_MS, async () => (await walletAmount(member.api)) === amount);
  const [credit] = await query(
    `update incoming_transfer set transferred_at = transferred_at - interval '5 minutes'
       where slip_ref = $1 returning id::text`,
    [reference],
  );
  const [slip] = await query(`select id::text from slip where reference = $1`, [reference]);
  await counterparties.clearFaults();
  const depositId = await suspended(statementReference);
  return {
    member,
    statementReference,
    depositId,
    creditId: String(credit?.['id']),
    slipId: String(slip?.['id']),
  };
}

const inBank = async () => {
  const [row] = await query(`select balance::text from ledger_account where code = $1`, [
    `house:bank:${ACCOUNT}:BAHT`,
  ]);
  return Number(row?.['balance']);
};

describe('a deposit in suspense that is the same money as a slip’s credit', () => {
  it('leaves suspense without crediting anybody, by one of two shells, and the books are whole', async () => {
    const { member, depositId, creditId, slipId, statementReference } = await toldTwice(61.25);
    const before = await inBank();
    const ends = await Promise.all([same(depositId, slipId), same(depositId, creditId)]);
    expect(ends.map(({ output }) => output.trimEnd()).sort()).toEqual([
      `suspense: 61.25 BAHT is the same money as the credit ${creditId}`,
      `suspense: 61.25 BAHT was before the same money as the credit ${creditId}`,
    ]);
    expect(await inBank()).toBe(before + 6_125);
    expect(await walletAmount(member.api)).toBe(61.25);
    expect(await wholeStatement(member.api)).toHaveLength(1);
    expect((await suspenseAmounts(stack.env)).map(({ id }) => id)).not.toContain(depositId);
    expect((await suspense('same')).output).toMatch(
      new RegExp(`^${depositId} .* 61.25 BAHT  same=${creditId}  by anna: asked the bank$`, 'm'),
    );
    expect(await refusalOf(suspense('assign', depositId, member.username))).toContain(
      `same money as the credit ${creditId}`,
    );
    expect(
      await query(`select id::text from incoming_transfer where statement_ref = $1`, [statementReference]),
    ).toEqual([{ id: creditId }]);

    // The feed is read from its beginning again, so it reports the transfer again.
    await query(`update feed set cursor = '' where name = 'bank'`);
    await until(
      'it is read',
      WITHIN_MS,
      async () => (await query(`select from feed where name = 'bank' and cursor <> ''`))[0],
    );
    expect(await inBank()).toBe(before + 6_125);
    const audit = await runAudit(stack.env, '--grace-minutes', '0');
    expect(audit).toMatchObject({ exitCode: 0, output: expect.stringContaining('audit: 0 wrong') });
    expect(audit.output).not.toContain(depositId);
  });

  it('is given to a member or is the same money: of two operators one wins', inWhole, async () => {
    const { member, depositId, creditId } = await toldTwice(62);
    const ends = await Promise.all([
      same(depositId, creditId),
      suspense('assign', depositId, member.username),
    ]);
    expect(ends.map(({ exitCode }) => exitCode).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(await walletAmount(member.api)).toBe(ends[0]?.exitCode === 0 ? 62 : 124);
    const moved = await query(`select from ledger_transfer where detail ->> 'origin' = $1`, [depositId]);
    expect(moved).toHaveLength(1);
  });

  it('must be of the same amount and account, and the feed must not tell of both', inWhole, async () => {
    const one = await toldTwice(63);
    const stranger = {
      ...one.member,
      bankCode: 'KTB',
      bankAccountNo: '7777777771',
      bankAccountName: 'SOMEBODY ELSE',
    };
    const ofOtherAmount = await suspended((await pay(stranger, 64)).statementReference);
    const ofOtherAccount = await suspended((await pay(stranger, 63, OTHER_ACCOUNT)).statementReference);
    const { statementReference } = await pay(one.member, 65);
    await until('65 are credited', WITHIN_MS, async () => (await walletAmount(one.member.api)) === 128);
    const [told] = await query(`select id::text from incoming_transfer where statement_ref = $1`, [
      statementReference,
    ]);
    const toldId = String(told?.['id']);
    const before = await inBank();
    const twin = await suspended((await pay(stranger, 65)).statementReference);

    expect(await refusalOf(same(ofOtherAmount, one.creditId))).toContain('their amounts differ');
    expect(await refusalOf(same(ofOtherAccount, one.creditId))).toContain('different accounts');
    expect(await refusalOf(same(twin, toldId))).toContain('the feed has told of the second');
    expect(await refusalOf(same(twin, ofOtherAmount))).toContain('their amounts differ');
    expect(await refusalOf(same(one.creditId, one.creditId))).toContain('no deposit in suspense');
    expect(await refusalOf(same(one.depositId, randomUUID()))).toContain('no credited slip or transfer');
    expect(await refusalOf(suspense('same', one.depositId, one.creditId))).toContain('--by and --reason');
    expect(await refusalOf(suspense('same', one.depositId, one.creditId, '--from', 'x'))).toContain(
      'npm run tool -- suspense',
    );
    expect(await inBank()).toBe(before - 6_500);
    // One credit matches at most one deposit.
    expect(await same(one.depositId, one.slipId)).toMatchObject({ exitCode: 0 });
    const again = await suspended((await pay(stranger, 63)).statementReference);
    expect(await refusalOf(same(again, one.creditId))).toContain('the feed has told of the second');
  });
});
