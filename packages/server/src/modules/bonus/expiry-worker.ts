import type { Database } from '../../database/open.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { LaneSource, Room, Taken } from '../../kernel/lane-worker.ts';
import type { BonusService } from './service.ts';
import { claimDueBonuses, listDueLanes, scheduleCheck, type DueBonus } from './repo.ts';

/** Lease of the process that checks a bonus. Afterwards another process may check it, which is safe. */
const CLAIM_MS = 60_000;

/**
 * Bonus expiry worker: ends bonuses that have expired or are used up. A check asks all games of the member
 * for their credit, so members of the same games share a lane: a slow game delays only its own players.
 */
export class BonusExpiryWorker implements LaneSource {
  readonly #database: Database;
  readonly #service: Pick<BonusService, 'lookForEnd'>;
  readonly #clock: Clock;

  constructor(parts: { database: Database; service: Pick<BonusService, 'lookForEnd'>; clock: Clock }) {
    this.#database = parts.database;
    this.#service = parts.service;
    this.#clock = parts.clock;
  }

  dueLanes(): Promise<string[]> {
    return listDueLanes(this.#database.queries, this.#clock.now());
  }

  /** Claims due bonuses. A bonus whose check fails is due again after the claim. */
  async take(rooms: readonly Room[]): Promise<Taken[]> {
    const now = this.#clock.now();
    const until = new Date(now.getTime() + CLAIM_MS);
    const due = await claimDueBonuses(this.#database.queries, now, until, rooms);
    return due.map((bonus) => ({ lane: bonus.lane, run: () => this.#look(bonus, until) }));
  }

  async #look({ bonusId, holder }: DueBonus, until: Date): Promise<void> {
    const nextAt = await this.#service.lookForEnd(bonusId, holder);
    if (nextAt) await scheduleCheck(this.#database.queries, bonusId, until, nextAt);
  }
}
