import type { bonus as bonusSchema, userBonus, wagering } from '@krapao/contract/bonus';
import { minor, toWire, ZERO, type Minor } from '@krapao/contract/money';
import type { z } from 'zod';
import { bannersIn } from '../../content/banners.ts';
import { localized } from '../../content/fields.ts';
import type { BonusRule } from '../../content/rewards.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import type { Language } from '../../content/fields.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import { periodOf } from '../../kernel/bangkok-time.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { BonusService, Offer } from './service.ts';
import { isMet, listTaken, type KeptTerms, type OpenBonus } from './repo.ts';
import { keepTerms, presentEndsBelow, presentGames, presentTerms } from '../../content/bonus-terms.ts';

type BonusView = z.input<typeof bonusSchema>;
type UserBonusView = z.input<typeof userBonus>;
type Wagering = z.input<typeof wagering>;
type TakenRow = Awaited<ReturnType<typeof listTaken>>[number];

/** Bonuses on offer, as a member sees them. */
export class BonusOffers {
  readonly #database: Database;
  readonly #service: BonusService;
  readonly #content: ContentStore;
  readonly #clock: Clock;

  constructor(parts: { database: Database; service: BonusService; content: ContentStore; clock: Clock }) {
    this.#database = parts.database;
    this.#service = parts.service;
    this.#content = parts.content;
    this.#clock = parts.clock;
  }

  async list(member: Member, language: Language): Promise<BonusView[]> {
    const [{ bonuses }, taken] = await Promise.all([
      this.#content.get(),
      listTaken(this.#database.queries, member.id, 'bonus'),
    ]);
    return bonuses
      .filter(({ currency }) => currency === member.currency)
      .map((rule) => ({
        code: rule.code,
        name: localized(rule.name, language),
        type: rule.type,
        maxReceived: rule.maxReceived,
        banners: bannersIn(rule.banners, { language, currency: rule.currency }),
        percentFail: rule.percentFail,
        userBonus: present(taken.filter(({ code }) => code === rule.code)),
        terms: presentTerms(rule),
      }));
  }

  /** @throws AppError NO_PROMOTION for an unknown code, and as {@link BonusService.take} */
  async activate(member: Member, code: string): Promise<UserBonusView> {
    const { bonuses } = await this.#content.get();
    const rule = bonuses.find((known) => known.code === code && known.currency === member.currency);
    if (!rule) throw new AppError('NO_PROMOTION');
    await this.#service.take(member, offerOf(rule, this.#clock.now()));
    const taken = await listTaken(this.#database.queries, member.id, 'bonus');
    const view = present(taken.filter((row) => row.code === code));
    if (!view) throw new Error(`bonus ${code} of ${member.id} vanished`);
    return view;
  }

  async check(member: Member, language: Language): Promise<{ type: string; wagering: Wagering } | null> {
    const open = await this.#findOpen(member);
    if (!open) return null;
    const cost = await this.#service.likelyCost(member, open);
    return { type: open.terms.type, wagering: presentWagering(open, cost, language) };
  }

  /** Returns the balance at or below which the active bonus ends; null without a bonus. */
  async minimum(member: Member): Promise<number | null> {
    const open = await this.#findOpen(member);
    return open ? presentEndsBelow(open.terms) : null;
  }

  #findOpen(member: Member): Promise<OpenBonus | undefined> {
    return this.#service.findOpenNow(member.id);
  }
}

/** Returns the offer of a bonus of the content at a time. */
export function offerOf(rule: BonusRule, now: Date): Offer {
  const terms: KeptTerms = { ...keepTerms(rule), type: rule.type };
  const { code, quota, maxReceived } = rule;
  return { source: 'bonus', code, terms, quota, maxReceived, countedSince: countedSince(rule.type, now) };
}

/** Returns the time from which receipts count towards the maximum; undefined for all time. */
function countedSince(type: BonusRule['type'], now: Date): Date | undefined {
  return type === 'limit' ? undefined : periodOf(type, now).from;
}

/** Returns the member's receipts of one bonus; null for none. */
function present(taken: readonly TakenRow[]): UserBonusView | null {
  const latest = taken.at(-1);
  if (!latest) return null;
  return {
    _id: latest.id,
    isActive: latest.ended_at === null,
    received: taken.map((row) => ({ updatedAt: row.activated_at.toISOString() })),
  };
}

function presentWagering(open: OpenBonus, cost: Minor, language: Language): Wagering {
  const left = minor(open.turnoverNeeded - open.turnoverDone);
  return {
    code: open.code,
    name: localized(open.terms.name, language),
    bonusAmount: toWire(open.bonusAmount),
    turnoverNeeded: toWire(open.turnoverNeeded),
    turnoverDone: toWire(open.turnoverDone),
    turnoverLeft: toWire(left > 0n ? left : ZERO),
    games: presentGames(open.terms),
    endsBelow: presentEndsBelow(open.terms),
    cancelCost: toWire(cost),
    isMet: isMet(open),
    expiresAt: open.expiresAt.toISOString(),
  };
}
