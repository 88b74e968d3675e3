import type { Logger } from 'pino';
import type { Clock } from '../../kernel/clock.ts';
import type { BonusService } from './service.ts';
import type { BonusRepo } from './repo.ts';

const AT_ONCE = 10;
/** How long a bonus is left to the process that looks at it; after that another may, to no harm. */
const CLAIM_MS = 60_000;

/** Ends the bonuses that end by themselves. */
export class BonusKeeper {
  readonly #repo: BonusRepo;
  readonly #service: BonusService;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(parts: { repo: BonusRepo; service: BonusService; clock: Clock; logger: Logger }) {
    this.#repo = parts.repo;
    this.#service = parts.service;
    this.#clock = parts.clock;
    this.#logger = parts.logger;
  }

  /** One round of the worker. @returns whether more are waiting */
  async lookAtDue(): Promise<boolean> {
    const now = this.#clock.now();
    const until = new Date(now.getTime() + CLAIM_MS);
    const due = await this.#repo.claimDue(now, until, AT_ONCE);
    await Promise.all(
      due.map(async ({ bonusId, holder }) => {
        try {
          const nextAt = await this.#service.lookForEnd(bonusId, holder);
          if (nextAt) await this.#repo.lookAgain(bonusId, until, nextAt);
        } catch (error) {
          // It comes round again when the claim is over, and keeps no other waiting.
          this.#logger.error({ err: error, bonusId }, 'the end of a bonus could not be looked for');
        }
      }),
    );
    return due.length === AT_ONCE;
  }
}
