import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/open.ts';
import { Ledger } from '../ledger/ledger.ts';
import { IncomingPayments } from '../modules/incoming-payments/service.ts';
import { IncomingTransfers } from '../modules/incoming/service.ts';
import { filePlace, statementCredit } from '../testing/statement-credits.ts';
import { createLogger } from '../kernel/logger.ts';
import { done, unknown } from '../ports/outcome.ts';
import type { BankTransfer } from '../ports/feeds.ts';
import { postgresDatabase } from '../testing/databases.ts';
import { Checkpoints } from './checkpoints.ts';
import type { Comparison } from './counterparties.ts';
import { bankFeedCheck } from './feeds.ts';

const DAY_MS = 24 * 60 * 60_000;
const ACCOUNT = '0001234572';
const PAGE = 10;
const OLD_PAGES = 40;

describe('the audit of a long feed', () => {
  let database: Database;
  let entries: BankTransfer[] = [];
  let reads: string[] = [];
  let silentAfter = Infinity;

  const entry = (n: number, at: Date): BankTransfer => ({
    reference: `r${n}`,
    fromBankCode: 'SCB',
    fromAccountNo: '1',
    fromName: 'A',
    toAccountNo: ACCOUNT,
    amount: minor(100n),
    at,
  });
  const credit = async (reference: string, account = ACCOUNT) => {
    const payments = new IncomingPayments({ ledger: new Ledger(database), logger: createLogger('silent') });
    const detail = { provider: 'SCB' };
    const amount = minor(100n);
    await payments.credit({
      house: `bank:${account}`,
      reference,
      currency: 'BAHT',
      amount,
      payee: null,
      detail,
    });
  };
  const comparison = (): Comparison => ({
    database,
    counterparties: {
      bankFeed: {
        read: async (after) => {
          reads.push(after);
          if (reads.length > silentAfter) return unknown('silent');
          const from = Number(after || 0);
          const page = entries.slice(from, from + PAGE);
          return done({
            entries: page,
            rejected: [],
            next: page.length > 0 ? String(from + page.length) : after,
          });
        },
      },
    } as Partial<Comparison['counterparties']> as Comparison['counterparties'],
    since: new Date(Date.now() - 2 * DAY_MS),
    settledBefore: new Date(),
    fedAccounts: new Set([ACCOUNT]),
    checkpoints: new Checkpoints(database),
    signal: new AbortController().signal,
  });
  const audit = async () => {
    reads = [];
    return bankFeedCheck(comparison()).run();
  };

  beforeAll(async () => {
    database = await postgresDatabase();
    await credit('new');
  });
  beforeEach(async () => {
    await sql`delete from audit_checkpoint`.execute(database.queries);
    silentAfter = Infinity;
    const old = new Date(Date.now() - 30 * DAY_MS);
    entries = Array.from({ length: OLD_PAGES * PAGE }, (_, n) => entry(n, old));
    entries.push({ ...entry(0, new Date()), reference: 'new' });
  });
  afterAll(() => database.close());

  it('reads it once from its beginning, and then on from what is old', async () => {
    expect(await audit()).toEqual([]);
    expect(reads).toHaveLength(OLD_PAGES + 2);
    expect(await audit()).toEqual([]);
    expect(reads).toEqual(['400', '401']);
  });

  it('finds from there what was not credited, and what did not come in', async () => {
    await audit();
    const key = `bank:${ACCOUNT} `;
    entries.push({ ...entry(0, new Date()), reference: 'lost' });
    expect(await audit()).toMatchObject([
      { severity: 'wrong', subject: `${key}lost`, message: '1.00 came in and was never credited' },
    ]);
    entries = entries.slice(0, OLD_PAGES * PAGE);
    expect(await audit()).toMatchObject([
      { severity: 'wrong', subject: `${key}new`, message: expect.stringContaining('nothing came in') },
    ]);
  });

  it('finds nothing wrong with what a statement file told of, at any account', async () => {
    const incoming = new IncomingTransfers({
      database,
      ledger: new Ledger(database),
      logger: createLogger('silent'),
    });
    for (const accountNo of [ACCOUNT, 'an account without a feed']) {
      const from = { bankCode: 'SCB', accountNo: '1', name: 'A' };
      const credit = statementCredit({ accountNo, amount: minor(100n), from, bankReference: 'FT1' });
      await incoming.fromFile({ credit, currency: 'BAHT', noPayment: null }, filePlace(), 'no_member');
    }
    expect(await audit()).toEqual([]);
  });

  it('finds what was credited at an account without a feed, and neither a slip nor the feed tells of', async () => {
    await credit('of nobody', '0009999999');
    await credit('in the feed', '0009999999');
    entries.push({ ...entry(0, new Date()), reference: 'in the feed', toAccountNo: '0009999999' });
    expect(await audit()).toMatchObject([{ severity: 'wrong', subject: 'bank:0009999999 of nobody' }]);
  });

  it('does not move on while the feed is not read to its end', async () => {
    silentAfter = OLD_PAGES;
    expect(await audit()).toMatchObject([
      { severity: 'attention', message: expect.stringContaining('silent') },
    ]);
    silentAfter = Infinity;
    await audit();
    expect(reads).toHaveLength(OLD_PAGES + 2);
  });
});
