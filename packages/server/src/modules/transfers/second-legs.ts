import type { Minor } from '@krapao/contract/money';
import type { Logger } from 'pino';
import { AppError } from '../../kernel/app-error.ts';
import { LaneWorker } from '../../kernel/lane-worker.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Movement } from '../../ledger/types.ts';
import type { Onward, OnwardRepo } from './repo.ts';

const PER_GAME = 4;
const IN_TOTAL = 32;

export interface SecondLegParts {
  repo: OnwardRepo;
  ledger: Pick<Ledger, 'find'>;
  /** Sends credit that has come back from one game to the other, and closes the row. */
  goOn: (onward: Onward, amount: Minor) => Promise<Movement>;
  everyMs: number;
  logger: Logger;
}

/**
 * Sends credit on that has come back from one game and is meant for another, where the request that wanted it is
 * gone. In lanes, by the game it goes to: one that is slow, or whose first legs do not end, delays no other.
 */
export function createSecondLegs({ repo, ledger, goOn, everyMs, logger }: SecondLegParts): LaneWorker {
  const carryOut = async (onward: Onward): Promise<void> => {
    const first = await ledger.find(onward.transferId);
    if (first?.state === 'pending') await repo.postpone(onward.transferId);
    else if (first?.state === 'posted') await goOn(onward, first.amount).catch(ignoreAppError);
    else await repo.close(onward.transferId);
  };
  return new LaneWorker({
    name: 'second legs',
    everyMs,
    perLane: PER_GAME,
    inTotal: IN_TOTAL,
    dueLanes: () => repo.dueLanes(),
    take: async (rooms) =>
      (await repo.take(rooms)).map((onward) => ({ lane: onward.toProvider, run: () => carryOut(onward) })),
    logger,
  });
}

/** An expected failure of money that nobody waits for: it stays in the main wallet. */
function ignoreAppError(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
