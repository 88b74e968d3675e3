import { ZERO, type Minor } from '@krapao/contract/money';
import { PLAY_SLOT_MINUTES, type PlayBy } from '@krapao/contract/play';
import { localized, type Language } from '../../content/fields.ts';
import type { Content } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database, Tx } from '../../database/open.ts';
import type { Member } from '../../domain/member.ts';
import type { MemberQuery } from '../../http/authenticate.ts';
import { AppError } from '../../kernel/app-error.ts';
import { addMonths, dayOf } from '../../kernel/bangkok-time.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import type { GameProvider } from '../../ports/game-provider.ts';
import type { Played } from '../turnover/service.ts';
import { selectDue, type DueCheck } from './queries.ts';
import { answerCheck, findCheck, notePlay, sumPlay, type PlaySums } from './repo.ts';

/** Number of periods shown, with the current one. */
const SHOWN = { day: 31, month: 13, year: 5 } as const;

/** A reality check, as far as play is known. */
export interface RealityCheck {
  no: number;
  /** Names of providers with play whose stakes are not known. */
  unreported: string[];
  everyMinutes: number;
  isDue: boolean;
  from: Date | null;
  minutes: number;
  staked: Minor;
  won: Minor;
}

/** Time, stakes and winnings, as far as they are known. */
export interface KnownPlay {
  /** Null for stakes from before time was kept. */
  minutes: number | null;
  /** Null where no provider reports it. */
  staked: Minor | null;
  won: Minor | null;
}

/** Sums of one day, month or year. */
export interface PlayPeriod extends KnownPlay {
  from: string;
  deposits: Minor;
  withdrawals: Minor;
  games: (KnownPlay & { code: string; name: string })[];
}

/** Knows how long members play, and what they staked and won, by what the server is told. */
export class PlayService {
  readonly #database: Database;
  readonly #content: ContentStore;
  readonly #clock: Clock;
  readonly #providers: ReadonlyMap<string, Pick<GameProvider, 'reportsPlay'>>;

  constructor(parts: {
    database: Database;
    content: ContentStore;
    clock: Clock;
    providers: ReadonlyMap<string, Pick<GameProvider, 'reportsPlay'>>;
  }) {
    this.#database = parts.database;
    this.#content = parts.content;
    this.#clock = parts.clock;
    this.#providers = parts.providers;
  }

  /** Notes the play that a provider reports, in the transaction that records it. */
  recordPlay(tx: Tx, played: readonly Played[]): Promise<void> {
    return notePlay(
      tx,
      played.map(({ memberId, provider, at, turnover, winLoss }) => ({
        memberId,
        provider,
        at,
        staked: turnover,
        won: (turnover + winLoss) as Minor,
      })),
    );
  }

  /** Notes that a game was opened: some providers report no play. */
  recordLaunch(memberId: string, provider: string): Promise<void> {
    const at = this.#clock.now();
    return notePlay(this.#database.queries, [{ memberId, provider, at, staked: ZERO, won: ZERO }]);
  }

  async check(memberId: string, language: Language): Promise<RealityCheck> {
    const content = await this.#content.get();
    const { chosenMinutes, slots, providers, ...since } = await findCheck(this.#database.queries, memberId);
    const everyMinutes = chosenMinutes ?? content.protection.realityCheckMinutes;
    const minutes = slots * PLAY_SLOT_MINUTES;
    const nameOf = namesIn(content, language);
    const unreported = providers
      .filter((code) => this.#providers.get(code)?.reportsPlay === false)
      .map(nameOf);
    return { ...since, everyMinutes, isDue: minutes >= everyMinutes, minutes, unreported };
  }

  /** Reads with a member's session whether a check stops their play. */
  readonly due: MemberQuery<DueCheck> = async (caller) => {
    const { realityCheckMinutes, realityCheckStops } = (await this.#content.get()).protection;
    return selectDue(caller, { usualMinutes: realityCheckMinutes, stops: realityCheckStops === 'on' });
  };

  /** Takes the answer to a check. An answer that was sent twice, or by a second page, counts once. */
  async answer(
    memberId: string,
    { no, minutes, staked, won }: Pick<RealityCheck, 'no' | 'minutes' | 'staked' | 'won'>,
    language: Language,
  ): Promise<RealityCheck> {
    const { realityCheckMinutes } = (await this.#content.get()).protection;
    const seen = { no, staked, won, slots: minutes / PLAY_SLOT_MINUTES };
    await answerCheck(this.#database.queries, memberId, seen, realityCheckMinutes);
    return this.check(memberId, language);
  }

  /** Lists the member's last days, months or years with play or movements, newest first. */
  async list(
    member: Pick<Member, 'id' | 'walletAccount'>,
    { by, language }: { by: PlayBy; language: Language },
  ): Promise<PlayPeriod[]> {
    const nameOf = namesIn(await this.#content.get(), language);
    const since = beginningOf(by, this.#clock.now());
    const rows = await sumPlay(this.#database.queries, member, { by, since });
    return [...new Set(rows.map(({ from }) => from))].map((from) => {
      const sums = rows.filter((row) => row.from === from);
      const whole = sums.find(({ provider }) => provider === '');
      const games = sums
        .filter(({ provider }) => provider !== '')
        .map((game) => ({ code: game.provider, name: nameOf(game.provider), ...this.#known(game) }));
      const { deposits = ZERO, withdrawals = ZERO, minutes = 0 } = whole ?? {};
      const staked = sumOf(games.map((game) => game.staked));
      const won = sumOf(games.map((game) => game.won));
      return { from, deposits, withdrawals, ...timeOf({ minutes, staked, won }), games };
    });
  }

  #known({ provider, minutes, staked, won }: PlaySums): KnownPlay {
    const port = this.#providers.get(provider);
    const isKnown = staked !== 0n || won !== 0n || (port !== undefined && port.reportsPlay !== false);
    return isKnown ? timeOf({ minutes, staked, won }) : { minutes, staked: null, won: null };
  }
}

/** @throws AppError REALITY_CHECK_DUE while a check waits for the member's answer */
export function assertAnswered({ check_stops: isStopped }: DueCheck): void {
  if (isStopped) throw new AppError('REALITY_CHECK_DUE');
}

/** Returns the play without its time where stakes are known of which none was noted. */
const timeOf = (play: Omit<KnownPlay, 'minutes'> & { minutes: number }): KnownPlay => ({
  ...play,
  minutes: play.minutes === 0 && (play.staked ?? ZERO) > 0n ? null : play.minutes,
});

/** Sums what is known; null where there are amounts and none is. */
function sumOf(amounts: readonly (Minor | null)[]): Minor | null {
  const known = amounts.filter((amount) => amount !== null);
  if (amounts.length > 0 && known.length === 0) return null;
  return known.reduce((sum, amount) => (sum + amount) as Minor, ZERO);
}

/** Returns a function that names a provider by its code; a provider of earlier content has its code alone. */
function namesIn({ providers }: Content, language: Language): (code: string) => string {
  const names = new Map(providers.map(({ code, name }) => [code, localized(name, language)]));
  return (code) => names.get(code) ?? code;
}

/** Returns the beginning of the oldest period shown, in Bangkok. */
function beginningOf(by: PlayBy, now: Date): Date {
  if (by === 'day') return startOf(dayOf(new Date(now.getTime() - (SHOWN.day - 1) * DAY_MS)));
  if (by === 'month') return startOf(`${dayOf(addMonths(now, 1 - SHOWN.month)).slice(0, 7)}-01`);
  return startOf(`${Number(dayOf(now).slice(0, 4)) + 1 - SHOWN.year}-01-01`);
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00+07:00`);
