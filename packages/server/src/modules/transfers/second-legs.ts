import type { Minor } from '@krapao/contract/money';
import type { Logger } from 'pino';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../kernel/app-error.ts';
import { LaneWorker } from '../../kernel/lane-worker.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Movement } from '../../ledger/types.ts';
import {
  closeSecondLeg,
  listDueLanes,
  postponeSecondLeg,
  claimSecondLegs,
  type SecondLeg,
} from './second-leg-repo.ts';

const PER_GAME = 4;
const IN_TOTAL = 32;

export interface SecondLegParts {
  database: Database;
  ledger: Pick<Ledger, 'find'>;
  /** Makes the second leg and closes the row. */
  sendSecondLeg: (secondLeg: SecondLeg, amount: Minor) => Promise<Movement>;
  /** Time for which second legs are left to the process that took them. */
  graceMs: number;
  everyMs: number;
  logger: Logger;
}

/**
 * Creates the worker that makes second legs whose request is gone. Each destination game has its own lane, so
 * a slow game, or one with pending first legs, delays no other.
 */
export function createSecondLegs({
  database,
  ledger,
  sendSecondLeg,
  graceMs,
  everyMs,
  logger,
}: SecondLegParts): LaneWorker {
  const carryOut = async (secondLeg: SecondLeg): Promise<void> => {
    const first = await ledger.find(secondLeg.transferId);
    if (first?.state === 'pending') await postponeSecondLeg(database.queries, secondLeg.transferId);
    else if (first?.state === 'posted') await sendSecondLeg(secondLeg, first.amount).catch(ignoreAppError);
    else await closeSecondLeg(database.queries, secondLeg.transferId);
  };
  return new LaneWorker({
    name: 'second legs',
    everyMs,
    perLane: PER_GAME,
    inTotal: IN_TOTAL,
    dueLanes: () => listDueLanes(database.queries),
    take: async (rooms) =>
      (await claimSecondLegs(database.queries, rooms, graceMs)).map((secondLeg) => ({
        lane: secondLeg.toProvider,
        run: () => carryOut(secondLeg),
      })),
    logger,
  });
}

/** Ignores expected failures. The money stays in the main wallet. */
function ignoreAppError(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
