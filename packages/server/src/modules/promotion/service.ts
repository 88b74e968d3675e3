import { createHash, timingSafeEqual } from 'node:crypto';
import type { bonusTerms } from '@krapao/contract/bonus';
import type { z } from 'zod';
import type { PromotionRule } from '../../content/rewards.ts';
import { keepTerms, presentTerms } from '../../content/bonus-terms.ts';
import { localized } from '../../content/fields.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import type { Language } from '../../content/fields.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import { dayOf } from '../../kernel/bangkok-time.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { BonusService, Offer } from '../bonus/service.ts';
import { recordAttempt } from './repo.ts';

interface FoundPromotion {
  percentFail: number;
  description: string;
  terms: z.input<typeof bonusTerms>;
}

interface CurrentPromotion {
  code: string;
  description: string;
  percentFail: number;
  activatedAt: string;
}

/** Promotions: bonuses that are claimed by a secret code. */
export class PromotionService {
  readonly #database: Database;
  readonly #bonuses: BonusService;
  readonly #content: ContentStore;
  readonly #clock: Clock;

  constructor(parts: { database: Database; bonuses: BonusService; content: ContentStore; clock: Clock }) {
    this.#database = parts.database;
    this.#bonuses = parts.bonuses;
    this.#content = parts.content;
    this.#clock = parts.clock;
  }

  async current(member: Member, language: Language): Promise<CurrentPromotion | null> {
    const open = await this.#bonuses.findOpenNow(member.id);
    if (open?.source !== 'promotion') return null;
    const { code, terms, activatedAt } = open;
    return {
      code,
      description: terms.description ? localized(terms.description, language) : '',
      percentFail: terms.percentFail,
      activatedAt: activatedAt.toISOString(),
    };
  }

  /** @throws AppError NO_PROMOTION, PROMOTION_RECEIVED, REQUEST_LIMIT */
  async find(member: Member, code: string, language: Language): Promise<FoundPromotion> {
    const rule = await this.#look(member, code);
    return {
      percentFail: rule.percentFail,
      description: localized(rule.description, language),
      terms: presentTerms(rule),
    };
  }

  /**
   * @throws AppError the codes of {@link PromotionService.find}; BONUS_FULL, BONUS_REMAINING, BONUS_CONDITION
   */
  async activate(member: Member, code: string): Promise<void> {
    const rule = await this.#look(member, code);
    await this.#bonuses.take(member, offerOf(rule)).catch((error: unknown) => {
      // Claimed a moment ago from another tab. The bonus is still open or already ended.
      const isTaken =
        error instanceof AppError &&
        (error.code === 'BONUS_ALREADY_ACTIVE' || error.code === 'BONUS_MAX_CLAIMED');
      throw isTaken ? new AppError('PROMOTION_RECEIVED') : error;
    });
  }

  /** Returns the promotion of a code. A hit and a miss do the same work up to the answer. */
  async #look(member: Member, code: string): Promise<PromotionRule> {
    const now = this.#clock.now();
    const { promotions } = await this.#content.get();
    const wanted = sha256(code);
    let found: PromotionRule | undefined;
    for (const rule of promotions) {
      const isWanted = timingSafeEqual(sha256(rule.code), wanted);
      const isOffered = isOpen(rule, now) && rule.currency === member.currency;
      if (isWanted && isOffered) found = rule;
    }
    const received = await this.#bonuses.countReceived(member.id, 'promotion', code);
    const waitMs = await recordAttempt(this.#database.queries, member.id, !found, now);
    if (waitMs > 0) throw new AppError('REQUEST_LIMIT', { retryAfterMs: waitMs });
    if (!found) throw new AppError('NO_PROMOTION');
    if (received > 0) throw new AppError('PROMOTION_RECEIVED');
    return found;
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const isOpen = ({ from, to }: PromotionRule, now: Date): boolean =>
  (!from || dayOf(now) >= from) && (!to || dayOf(now) <= to);

const offerOf = (rule: PromotionRule): Offer => ({
  source: 'promotion',
  code: rule.code,
  terms: { ...keepTerms(rule), type: 'promotion', description: rule.description },
  quota: rule.quota,
  maxReceived: 1,
  countedSince: undefined,
});
