import type { Clock } from '../../kernel/clock.ts';
import type { LaneSource, Room, Taken } from '../../kernel/lane-worker.ts';
import type { BonusService } from './service.ts';
import type { BonusRepo, DueBonus } from './repo.ts';

/** Lease of the process that checks a bonus. Afterwards another process may check it, which is safe. */
const CLAIM_MS = 60_000;

/**
 * Bonus expiry worker: ends bonuses that have expired or are used up. A check asks all games of the member
 * for their credit, so members of the same games share a lane: a slow game delays only its own players.
 */
export class BonusExpiryWorker implements LaneSource {
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

  /** Claims due bonuses. A bonus whose check fails is due again after the claim. */
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
