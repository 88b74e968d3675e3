import { openDatabase } from '@krapao/server/database/open';
import { newId } from '@krapao/server/kernel/ids';
import { Ledger } from '@krapao/server/ledger/ledger';
import type { AccountId, TransferRequest } from '@krapao/server/ledger/types';
import type { Minor } from '@krapao/contract/money';
import { percentile } from '../measure.ts';
import { dice } from './dice.ts';
import { serveJobs } from './worker.ts';

export interface LedgerJob {
  databaseUrl: string;
  /** Accounts of members with money; transfers go between them, or from them to the house. */
  accounts: readonly bigint[];
  /** An account without money. */
  emptyAccount: bigint;
  to: 'members' | 'house';
  /** Shares of all transfers that repeat an earlier one, or lack funds. */
  repeats: number;
  withoutFunds: number;
  inFlight: number;
  warmUpSeconds: number;
  seconds: number;
}

export interface LedgerResult {
  perSecond: number;
  p99Ms: number;
  outcomes: Readonly<Record<string, number>>;
}

/** Distance in transfers that a repeat reaches back. */
const REMEMBERED = 512;

/** Returns a generator of a job's transfers. */
function transfersOf(job: LedgerJob, house: AccountId): () => TransferRequest {
  const chance = dice(job.accounts.length);
  const accounts = job.accounts as readonly AccountId[];
  const pick = (): AccountId => accounts[Math.floor(chance() * accounts.length)] ?? house;
  const made: TransferRequest[] = [];
  return () => {
    const lot = chance();
    const old = made[Math.floor(chance() * made.length)];
    if (lot < job.repeats && old) return old;
    const hasFunds = lot >= job.repeats + job.withoutFunds;
    const debit = hasFunds ? pick() : (job.emptyAccount as AccountId);
    let credit = job.to === 'house' ? house : pick();
    while (credit === debit) credit = pick();
    const request: TransferRequest = {
      id: newId(),
      debit,
      credit,
      amount: 100n as Minor,
      kind: 'game_in',
      pending: false,
      detail: { provider: 'PG', username: 'bench', memberId: 'bench' },
    };
    if (hasFunds && job.repeats > 0) made[Math.floor(chance() * REMEMBERED) % (made.length + 1)] = request;
    return request;
  };
}

serveJobs(async (job: LedgerJob): Promise<LedgerResult> => {
  const database = await openDatabase({ databaseUrl: job.databaseUrl, databasePool: 10, dataDir: '' });
  const ledger = new Ledger(database);
  const next = transfersOf(job, await ledger.house('provider:PG', 'BAHT'));
  const outcomes: Record<string, number> = {};
  const latenciesMs: number[] = [];
  const beginMs = performance.now() + job.warmUpSeconds * 1_000;
  const endMs = beginMs + job.seconds * 1_000;
  const line = async (): Promise<void> => {
    for (;;) {
      const sentMs = performance.now();
      if (sentMs >= endMs) return;
      const { outcome } = await ledger.submit(next());
      const nowMs = performance.now();
      if (nowMs < beginMs || nowMs >= endMs) continue;
      latenciesMs.push(nowMs - sentMs);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: job.inFlight }, line));
  await database.close();
  return { perSecond: latenciesMs.length / job.seconds, p99Ms: percentile(latenciesMs, 0.99), outcomes };
});
