import { createHash, type Hash } from 'node:crypto';
import { Dice } from '../support/dice.ts';
import { OPERATOR } from '../support/channels.ts';
import { decideTrouble } from './troubles.ts';
import {
  GAMES,
  QR_PROVIDERS,
  STRANGERS,
  SWITCHES,
  type Act,
  type Decision,
  type Press,
  type Step,
  type Trouble,
} from './vocabulary.ts';

/** Frequency of each kind of step, in parts of {@link PARTS}. Slips are rare: each is a picture to read. */
const WEIGHTS: readonly [Step['kind'], number][] = [
  ['qr', 130],
  ['bank', 60],
  ['slip', 1],
  ['gift', 30],
  ['ewallet', 40],
  ['move', 270],
  ['moveAll', 20],
  ['collect', 20],
  ['play', 150],
  ['withdraw', 45],
  ['withdrawAll', 10],
  ['cancel', 20],
  ['payouts', 40],
  ['takeBonus', 8],
  ['endBonus', 4],
  ['read', 152],
];
const PARTS = WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0);

/** Steps per change of faults; short runs change more often, to have enough changes. */
const MOST_STEPS_PER_FAULT = 250;
const LEAST_FAULTS = 40;
/** Maximum number of server crashes: each costs seconds. */
const MOST_KILLS = 25;
const LEAST_STEPS_PER_KILL = 400;

/**
 * Staff actions cost seconds as well: long runs have at most `most` of each kind, and short runs one in
 * `everySteps` steps. `first` is its place in such a stretch, so that no two come at once.
 */
const ACTS: readonly { kind: Act['kind']; most: number; everySteps: number; first: number }[] = [
  { kind: 'freeze', most: 80, everySteps: 250, first: 0.42 },
  { kind: 'stop', most: 60, everySteps: 250, first: 0.64 },
  { kind: 'assign', most: 60, everySteps: 300, first: 0.7 },
  { kind: 'review', most: 60, everySteps: 300, first: 0.35 },
  { kind: 'providerOff', most: 15, everySteps: 1_000, first: 0.15 },
  { kind: 'close', most: 10, everySteps: 1_000, first: 0.25 },
  { kind: 'restore', most: 4, everySteps: 1_000, first: 0.65 },
];

const BONUS_TAKER_EVERY = 3;

export interface DecisionOptions {
  seed: number;
  members: number;
  steps: number;
  servers: number;
}

/** Decides all actions and faults from the seed alone: no event of the run influences them. */
export class Decisions {
  readonly #options: DecisionOptions;
  readonly #dice: Dice;
  readonly #hash: Hash = createHash('sha256');
  readonly #faultEvery: number;
  readonly #killEvery: number;
  /** Kinds of acts, by the number of their decision. */
  readonly #acts: (no: number) => Act['kind'] | undefined;
  #made = 0;

  constructor(options: DecisionOptions) {
    this.#options = options;
    this.#dice = new Dice(options.seed);
    this.#faultEvery = Math.min(MOST_STEPS_PER_FAULT, Math.ceil(options.steps / LEAST_FAULTS));
    this.#killEvery = Math.max(LEAST_STEPS_PER_KILL, Math.ceil(options.steps / MOST_KILLS));
    const acts = ACTS.map(({ kind, most, everySteps, first }) => {
      const every = Math.max(everySteps, Math.ceil(options.steps / most));
      return { kind, every, at: Math.floor(every * first) };
    });
    this.#acts = (no) => acts.find(({ every, at }) => no % every === at)?.kind;
  }

  /** Returns the next decision; undefined after the last. */
  next(): Decision | undefined {
    if (this.#made >= this.#options.steps) return undefined;
    this.#made += 1;
    const decision: Decision = { ...this.#decide(this.#made), no: this.#made };
    this.#hash.update(`${JSON.stringify(decision)}\n`);
    return decision;
  }

  /** Returns a digest of all decisions so far: the same seed gives the same. */
  get digest(): string {
    return this.#hash.copy().digest('hex').slice(0, 16);
  }

  #decide(no: number): (Step & { press: Press }) | Trouble | Act {
    const act = this.#acts(no);
    if (act) return this.#act(act);
    // Half a period in, so that the first crash does not wait for a whole one.
    if (no % this.#killEvery === Math.floor(this.#killEvery / 2)) {
      return { kind: 'kill', server: this.#dice.between(0, this.#options.servers - 1) };
    }
    if (this.#dice.between(1, this.#faultEvery) === 1)
      return decideTrouble(this.#dice, this.#options.servers);
    return { ...this.#step(), press: this.#press() };
  }

  #press(): Press {
    return {
      server: this.#dice.between(0, this.#options.servers - 1),
      times: this.#dice.between(1, 8) === 1 ? 2 : 1,
      retry: this.#dice.between(1, 2) === 1,
    };
  }

  #act(kind: Act['kind']): Act {
    const ms = this.#dice.between(500, 2_000);
    switch (kind) {
      case 'freeze':
        return { kind, member: this.#member(), ms };
      case 'providerOff':
        return { kind, member: this.#bonusTaker(), ms };
      case 'stop':
        return { kind, control: this.#dice.pick(SWITCHES), ms };
      case 'close':
        return { kind, ms };
      case 'assign':
      case 'review':
      case 'restore':
        return { kind };
    }
  }

  #step(): Step {
    const member = this.#member();
    const kind = this.#kind();
    switch (kind) {
      case 'qr':
        return this.#qr(member);
      case 'bank':
      case 'slip':
      case 'gift':
      case 'ewallet':
        return this.#deposit(kind, member);
      case 'move':
        return this.#move(member);
      case 'play':
        return this.#play(member);
      case 'moveAll':
        return { kind, member, to: this.#dice.pick(GAMES) };
      case 'withdraw':
        return { kind, member, amount: this.#baht(90, 600) };
      case 'payouts':
        return { kind, result: this.#often('done', 4, 'refused'), count: this.#dice.between(1, 4) };
      case 'read': {
        const what = this.#dice.pick(['wallet', 'statement', 'receipt', 'games', 'qr', 'slips'] as const);
        return { kind, member, what };
      }
      case 'takeBonus':
      case 'endBonus':
        return { kind, member: this.#bonusTaker() };
      case 'collect':
      case 'withdrawAll':
      case 'cancel':
        return { kind, member };
    }
  }

  #kind(): Step['kind'] {
    let left = (this.#dice.between(0, 999_999) / 1_000_000) * PARTS;
    for (const [kind, weight] of WEIGHTS) {
      left -= weight;
      if (left < 0) return kind;
    }
    return 'read';
  }

  #qr(member: number): Step {
    const provider = this.#dice.pick(QR_PROVIDERS);
    const use = this.#dice.pick([
      ...Array.from({ length: 7 }, () => 'pay' as const),
      'pay_other',
      'pay_twice',
      'cancel_then_pay',
      'replace_then_pay',
      'leave',
    ] as const);
    return { kind: 'qr', member, provider, amount: this.#baht(95, 900), use, other: this.#baht(1, 500) };
  }

  #deposit(kind: 'bank' | 'slip' | 'gift' | 'ewallet', member: number): Step {
    const amount = this.#baht(3, 500);
    const other = this.#member();
    switch (kind) {
      case 'bank': {
        const from = this.#often(
          'own_account',
          4,
          this.#dice.pick([
            'stranger',
            'lookalike',
            'lookalike',
            'other_script',
            'cut_name',
            'to_unknown_account',
          ] as const),
        );
        const toAccountNo = this.#dice.pick(OPERATOR.bankAccounts);
        return { kind, member, toAccountNo, amount, from, stranger: this.#dice.pick(STRANGERS) };
      }
      case 'slip':
        return {
          kind,
          member,
          // Transfers without a slip never use these amounts: the match of entries and slips is then certain.
          amount: this.#baht(501, 900),
          by: this.#often('sender', 2, this.#dice.pick(['somebody_else', 'both'] as const)),
          first: this.#dice.pick(['slip', 'feed', 'either'] as const),
          other,
        };
      case 'gift': {
        const link = this.#often(
          'fresh',
          3,
          this.#dice.pick(['two_at_once', 'used', 'expired', 'nonsense'] as const),
        );
        return { kind, member, amount, people: this.#often(1, 2, this.#dice.between(2, 9)), link, other };
      }
      case 'ewallet': {
        const from = this.#often(
          'own_phone',
          8,
          this.#dice.pick(['stranger', 'below_minimum', 'to_gift_wallet'] as const),
        );
        return { kind, member, amount: from === 'below_minimum' ? this.#baht(0.01, 2) : amount, from };
      }
    }
  }

  #move(member: number): Step {
    const game = this.#dice.pick(GAMES);
    const amount = this.#baht(0.5, 300);
    const way = this.#dice.between(1, 10);
    if (way <= 5) return { kind: 'move', member, from: 'WALLET', to: game, amount };
    if (way <= 8) return { kind: 'move', member, from: game, to: 'WALLET', amount };
    const others = GAMES.filter((other) => other !== game);
    return { kind: 'move', member, from: game, to: this.#dice.pick(others), amount };
  }

  #play(member: number): Step {
    const bet = this.#baht(1, 20);
    const win = this.#often(this.#baht(0, 15), 2, this.#baht(10, 40));
    return { kind: 'play', member, game: this.#dice.pick(GAMES), bet, win, rounds: this.#dice.between(1, 5) };
  }

  /** Returns a member who takes bonuses. The others' withdrawals are never blocked by one. */
  #bonusTaker(): number {
    const member = this.#member();
    return member - (member % BONUS_TAKER_EVERY);
  }

  #member(): number {
    return this.#dice.between(0, this.#options.members - 1);
  }

  /** Returns a random amount in baht, from `from` to just below `below`. */
  #baht(from: number, below: number): number {
    return this.#dice.between(Math.round(from * 100), below * 100 - 1) / 100;
  }

  /** Returns the usual choice `times` times as often as the other. */
  #often<A, B>(usual: A, times: number, other: B): A | B {
    return this.#dice.between(0, times) > 0 ? usual : other;
  }
}
