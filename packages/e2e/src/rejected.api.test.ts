import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAudit } from './support/audit.ts';
import { Channels, OPERATOR } from './support/channels.ts';
import { register, walletAmount, wholeStatement, type Member } from './support/member.ts';
import { refusalOf, runCommand, suspenseAmounts, type CommandResult } from './support/operator.ts';
import { Counterparties } from './support/counterparties.ts';
import { inWhole } from './support/forms.ts';
import { startStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

const WITHIN_MS = 30_000;
const [, ACCOUNT] = OPERATOR.bankAccounts;

let stack: Stack;
let counterparties: Counterparties;
let channels: Channels;

beforeAll(async () => {
  stack = await startStack({
    database: 'postgres',
    servers: 2,
    env: { RECONCILE_EVERY_MS: '250', LOG_LEVEL: 'warn' },
  });
  counterparties = new Counterparties(stack.sandbox.url);
  channels = new Channels(stack.sandbox.url);
  // A trigger makes the database refuse a deposit until it is removed.
  await query(`create table obstacle (amount bigint primary key)`);
  await query(`
    create function obstacle() returns trigger language plpgsql as $$ begin
      if new.kind = 'deposit' and exists (select from obstacle o where o.amount = new.amount)
      then raise exception using errcode = '22000', message = E'an obstacle\\nof two lines'; end if;
      return new;
    end $$`);
  await query(
    `create trigger obstacle before insert on ledger_transfer for each row execute function obstacle()`,
  );
});
afterAll(async () => {
  const audit = await runAudit(stack.env, '--grace-minutes', '0');
  await stack.stop();
  expect(audit).toMatchObject({ exitCode: 0, output: expect.stringContaining('audit: 0 wrong') });
});

const query = (sql: string, values: unknown[] = []) => stack.database!.query(sql, values);
const rejected = (...args: string[]): Promise<CommandResult> => runCommand('rejected', args, stack.env);
const retry = (id: string) => rejected('retry', id, '--by', 'anna', '--reason', 'mended');

/** Stores a rejected entry, as the bank, a gateway or an older version left it. */
async function keep(source: string, form: string | null, entry: string): Promise<string> {
  const id = randomUUID();
  const values = [id, source, form, entry];
  await query(
    `insert into rejected_entry (id, source, reason, form, entry) values ($1, $2, 'odd', $3, $4)`,
    values,
  );
  return id;
}

const satang = (amount: number): string => (amount * 100).toFixed(0);
const put = (amount: number) => query('insert into obstacle values ($1)', [satang(amount)]);
const mend = (amount: number) => query('delete from obstacle where amount = $1', [satang(amount)]);

/** Returns the rejected entry of an amount. */
const putAside = (amount: number) =>
  until(`the entry of ${amount} is put aside`, WITHIN_MS, async () => {
    const like = `%"amount":"${satang(amount)}"%`;
    const rows = await query(`select id::text, entry, form from rejected_entry where entry like $1`, [like]);
    return rows[0] as { id: string; entry: string; form: string } | undefined;
  });

const sendFrom = ({ bankCode, bankAccountNo, bankAccountName }: Member, amount: number) =>
  channels.bankTransfer({
    fromBankCode: bankCode,
    fromAccountNo: bankAccountNo,
    fromName: bankAccountName,
    toAccountNo: ACCOUNT,
    amount,
  });

/** Makes a member's transfer that the database refuses. */
async function stuck(amount: number) {
  const member = await register(stack.url, counterparties);
  await put(amount);
  await sendFrom(member, amount);
  return { member, ...(await putAside(amount)) };
}

const retriesOf = (id: string) =>
  query(
    `select tried_by, reason, is_taken, outcome, ended_at is not null as ended
       from rejected_entry_retry where entry_id = $1 order by started_at`,
    [id],
  );

describe('an entry that was put aside', () => {
  it('is taken in once its cause is mended, with its own amount and once, by one of two shells', async () => {
    const { member, id, form } = await stuck(123.45);
    expect(form).toBe('read');
    expect(await refusalOf(retry(id))).toMatch(/is not taken in: it fails as before: .*an obstacle$/);
    expect((await rejected()).output).toMatch(
      new RegExp(`^${id} .*tried again 1 times, at last: it fails`, 'm'),
    );
    expect(await walletAmount(member.api)).toBe(0);

    await mend(123.45);
    const ends = await Promise.all([retry(id), retry(id)]);
    expect(ends.map(({ exitCode }) => exitCode).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(ends.find(({ exitCode }) => exitCode === 0)?.output.trimEnd()).toBe(
      `rejected: 123.45 BAHT tried again: credited to ${member.username}; ${id} is closed`,
    );
    expect(ends.find(({ exitCode }) => exitCode === 1)?.output).toMatch(/is being tried again|was closed at/);
    expect(await refusalOf(retry(id))).toContain('was closed at');
    expect(await walletAmount(member.api)).toBe(123.45);
    expect(await wholeStatement(member.api)).toHaveLength(1);
    expect(await retriesOf(id)).toEqual([
      expect.objectContaining({ tried_by: 'anna', reason: 'mended', is_taken: false, ended: true }),
      expect.objectContaining({ is_taken: true, outcome: `tried again: credited to ${member.username}` }),
    ]);
    expect((await rejected()).output).not.toContain(id);
  });

  it('is read as the bank sent it where it was kept so', inWhole, async () => {
    const { member, id, entry } = await stuck(67.5);
    const sent = { ...(JSON.parse(entry) as object), amount: '67.50' };
    await query(`update rejected_entry set form = 'listed', entry = $2 where id = $1`, [
      id,
      JSON.stringify(sent),
    ]);
    await mend(67.5);
    expect(await retry(id)).toMatchObject({ exitCode: 0 });
    expect(await walletAmount(member.api)).toBe(67.5);
  });

  it(
    'is judged as a new one is: a stranger’s goes to suspense, a phone’s to its member',
    inWhole,
    async () => {
      const phone = await register(stack.url, counterparties);
      await put(20);
      await channels.walletTransfer({ fromPhone: phone.username, toWallet: OPERATOR.ewallet, amount: 20 });
      await put(31);
      const stranger = { bankCode: 'KTB', bankAccountNo: '7777777771', bankAccountName: 'SOMEBODY ELSE' };
      await sendFrom({ ...phone, ...stranger }, 31);
      const ofPhone = await putAside(20);
      const ofStranger = await putAside(31);
      await Promise.all([mend(20), mend(31)]);
      expect((await retry(ofPhone.id)).output).toContain(`credited to ${phone.username}`);
      expect((await retry(ofStranger.id)).output).toContain('tried again: in suspense (no_member)');
      expect(await walletAmount(phone.api)).toBe(20);
      expect(await suspenseAmounts(stack.env)).toEqual([expect.objectContaining({ satang: 3100n })]);
    },
  );

  it('that came in by itself meanwhile is closed and credits nothing more, and one of another amount is refused', async () => {
    const member = await register(stack.url, counterparties);
    const { statementReference } = await sendFrom(member, 44);
    await until('it is credited', WITHIN_MS, async () => (await walletAmount(member.api)) === 44);
    const entry = (amount: string) =>
      JSON.stringify({
        reference: statementReference,
        fromBankCode: member.bankCode,
        fromAccountNo: member.bankAccountNo,
        fromName: member.bankAccountName,
        toAccountNo: ACCOUNT,
        amount,
        at: new Date().toISOString(),
      });
    expect(await refusalOf(retry(await keep('bank', 'listed', entry('4400.00'))))).toContain(
      'another amount',
    );
    const same = await retry(await keep('bank', 'listed', entry('44.00')));
    expect(same).toMatchObject({ exitCode: 0, output: expect.stringContaining('was in the books before') });
    expect(await walletAmount(member.api)).toBe(44);
  });

  it('of a gateway is credited to the member of its order, once', async () => {
    const member = await register(stack.url, counterparties);
    const { qrcodeId } = await member.api.ok('POST /api/qrcode/:provider', {
      params: { provider: 'KBANK' },
      body: { amount: 100 },
    });
    const { paymentId, amount, paidAt } = await counterparties.pay(qrcodeId);
    const body = { paymentId, reference: qrcodeId, amount: amount.toFixed(2), paidAt };
    const id = await keep('gateway:KBANK', 'callback', JSON.stringify({ event: 'payment', ...body }));
    const again = await keep('gateway:KBANK', 'listed', JSON.stringify(body));
    for (const one of [id, again]) expect(await retry(one)).toMatchObject({ exitCode: 0 });
    await until('it is credited', WITHIN_MS, async () => (await walletAmount(member.api)) === 100);
    expect(await wholeStatement(member.api)).toHaveLength(1);
    // A callback without an event may report anything, such as a refund.
    const other = { ...body, paymentId: 'refund-1' };
    const refund = await keep('gateway:KBANK', 'callback', JSON.stringify(other));
    expect(await refusalOf(retry(refund))).toContain('not a payment');
  });

  it('that cannot be taken in stays open, and is told why in one line', inWhole, async () => {
    const kept = await Promise.all(
      (
        [
          ['bank', 'listed', '{"amount":"0.00"}', 'amount is not above zero'],
          ['bank', 'listed', '{"reference":"cut o', 'not a whole object'],
          ['bank', 'read', '{"reference":"r","amount":"12.50"}', 'no valid'],
          ['ewallet', 'read', '{"transactionId":"t","amount":"-1"}', 'no valid'],
          ['bank', null, '{}', 'an older version kept it'],
          ['gateway:NONE', 'listed', '{}', 'the gateway NONE is not connected'],
          ['turnover:PG', 'read', '{}', 'entries of turnover:PG are taken in from the report alone'],
          ['payouts', 'callback', '{}', 'the bank is asked about every payout anyway'],
        ] as const
      ).map(async ([source, form, entry, why]) => ({ id: await keep(source, form, entry), why })),
    );
    for (const { id, why } of kept) {
      expect(await refusalOf(retry(id))).toMatch(new RegExp(`the entry ${id} is not taken in: .*${why}`));
    }
    const { output } = await rejected();
    for (const { id } of kept) expect(output).toContain(id);
  });

  it('is not tried by nobody, for no reason, or under another id', inWhole, async () => {
    const id = await keep('bank', 'listed', '{}');
    expect(await refusalOf(rejected('retry', id))).toContain('--by and --reason');
    expect(await refusalOf(rejected('retry', id, '--by', 'anna', '--reason', ' '))).toContain(
      '--by and --reason',
    );
    expect(await refusalOf(rejected('retry', '--by', 'anna'))).toContain('npm run tool -- rejected');
    expect(await refusalOf(rejected('retry', id, 'now'))).toContain('npm run tool -- rejected');
    for (const none of [randomUUID(), 'no-id'])
      expect(await refusalOf(retry(none))).toContain('no rejected entry');
    expect(await retriesOf(id)).toEqual([]);
  });

  it(
    'is neither closed nor tried while a retry has it, and is free again when that one has died',
    inWhole,
    async () => {
      const id = await keep('bank', 'listed', '{"amount":"0.00"}');
      const hold = (until: string) =>
        query(`update rejected_entry set retry_id = $2, retry_until = ${until} where id = $1`, [
          id,
          randomUUID(),
        ]);
      await hold(`now() + interval '1 minute'`);
      expect(await refusalOf(retry(id))).toContain('is being tried again at this moment');
      expect(await refusalOf(rejected('close', id, 'looked into'))).toContain(
        'is being tried again at this moment',
      );
      await hold(`now() - interval '1 second'`);
      expect(await refusalOf(retry(id))).toContain('amount is not above zero');
      expect(await rejected('close', id, 'looked into')).toMatchObject({ exitCode: 0 });
      expect(await refusalOf(retry(id))).toContain('looked into');
    },
  );
});
