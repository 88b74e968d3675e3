import type { Clock } from '../../kernel/clock.ts';
import type { LaneSource, Room, Taken } from '../../kernel/lane-worker.ts';
import type { BonusService } from './service.ts';
import type { BonusRepo, DueBonus } from './repo.ts';

/** How long a bonus is left to the process that looks at it; after that another may, to no harm. */
const CLAIM_MS = 60_000;

/**
 * Ends the bonuses that end by themselves. A look asks all games of the member for their credit, so members are in one
 * lane who play at the same games: a slow game delays those who play there.
 */
export class BonusKeeper implements LaneSource {
  readonly #repo: BonusRepo;
  readonly #service: Pick<BonusService, 'lookForEnd'>;
  readonly #clock: Clock;

  constructor(parts: { repo: BonusRepo; service: Pick<BonusService, 'lookForEnd'>; clock: Clock }) {
    this.#repo = parts.repo;
    this.#service = parts.service;
    this.#clock = parts.clock;
  }

  dueLanes(): Promise<string[]> {
    return this.#repo.dueLanes(this.#clock.now());
  }

  /** One whose end cannot be looked for comes round again when the claim is over. */
  async take(rooms: readonly Room[]): Promise<Taken[]> {
    const now = this.#clock.now();
    const until = new Date(now.getTime() + CLAIM_MS);
    const due = await this.#repo.claimDue(now, until, rooms);
    return due.map((bonus) => ({ lane: bonus.lane, run: () => this.#look(bonus, until) }));
  }

  async #look({ bonusId, holder }: DueBonus, until: Date): Promise<void> {
    const nextAt = await this.#service.lookForEnd(bonusId, holder);
    if (nextAt) await this.#repo.lookAgain(bonusId, until, nextAt);
  }
}
