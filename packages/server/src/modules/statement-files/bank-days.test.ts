import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { statementDayCheck } from '../../audit/statement-days.ts';
import type { Database } from '../../database/open.ts';
import { postgresDatabase } from '../../testing/databases.ts';
import { bankDay, BankDays, type BankDay } from '../../testing/bank-days.ts';

/** The long form: `BANK_DAYS=1000 npx vitest run bank-days`. */
const DAYS = Number(process.env['BANK_DAYS'] || 40);

/** A copy of a statement names the senders that the first did not. Ids are random, so it happens several times. */
const ENTRIES_WITH_AND_WITHOUT_REFERENCES: readonly BankDay[] = Array.from({ length: 4 }, () => ({
  payments: [2, 2, 1].map((sender, no) => ({
    sender,
    amount: 100,
    minute: no * 600,
    hasReference: no > 0,
    hasSlip: no === 1,
  })),
  isFed: false,
  files: [false, true].map((hasSenders) => ({
    format: 'MT940',
    from: 0,
    to: 3,
    hasSenders,
    number: 2,
    copy: 1,
  })),
  order: [1, 0, 2, ...Array.from({ length: 17 }, () => 0)],
}));

describe('random days at a bank account', () => {
  let database: Database;
  let days: BankDays;

  beforeAll(async () => {
    database = await postgresDatabase();
    days = new BankDays(database);
  });
  afterAll(async () => {
    expect(await auditLedger(database)).toEqual([]);
    await database.close();
  });

  it(
    'credit each payment once, or leave it to a person, whatever feed, slips and files tell in which order',
    async () => {
      await fc.assert(
        fc.asyncProperty(bankDay, async (day) => {
          for (const { credited, waiting, held, made, told, members } of await days.play(day)) {
            expect(credited).toBeLessThanOrEqual(made);
            expect(credited + waiting + held).toBeGreaterThanOrEqual(told);
            for (const own of members) expect(own.credited).toBeLessThanOrEqual(own.made);
          }
        }),
        { numRuns: DAYS, examples: ENTRIES_WITH_AND_WITHOUT_REFERENCES.map((day) => [day]) },
      );
      expect(await statementDayCheck(database, new Date(0)).run()).toEqual([]);
    },
    DAYS * 5_000,
  );

  /** Days whose payments are far enough apart for feed and slips: within ten minutes a person compares them (ADR 26). */
  const wholeDay = (day: BankDay, file: Partial<BankDay['files'][number]>): BankDay => ({
    ...day,
    payments: day.payments.map((one, no) => ({ ...one, minute: no * 20 })),
    isFed: true,
    files: [{ ...day.files[0]!, ...file, from: 0, to: day.payments.length }],
  });
  const expectWhole = async (day: BankDay): Promise<void> => {
    for (const { credited, waiting, made, members } of await days.play(day)) {
      expect({ credited, waiting }).toEqual({ credited: made, waiting: 0 });
      expect(members).toEqual(members.map((own) => ({ ...own, credited: own.made })));
    }
  };

  it(
    'credit every member and leave nothing to a person where one whole statement comes beside feed and slips',
    async () => {
      await fc.assert(
        fc.asyncProperty(bankDay, (day) => expectWhole(wholeDay(day, { hasSenders: true }))),
        { numRuns: DAYS },
      );
    },
    DAYS * 5_000,
  );

  it(
    'credit every member though the statement tells no sender, where the feed tells them',
    async () => {
      await fc.assert(
        fc.asyncProperty(bankDay, (day) => {
          const payments = day.payments.map((one) => ({ ...one, hasSlip: false }));
          return expectWhole(wholeDay({ ...day, payments }, { hasSenders: false }));
        }),
        { numRuns: DAYS },
      );
    },
    DAYS * 5_000,
  );
});
