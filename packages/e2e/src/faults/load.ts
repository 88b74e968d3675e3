import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Dice } from '../support/dice.ts';
import type { Player } from '../support/member.ts';
import type { Counterparties } from '../support/counterparties.ts';
import { callOnce, type Answer } from './call.ts';
import { Seen } from './seen.ts';

/** Report of a movement to a player, with status 200. */
export interface Told {
  player: Player;
  id: string;
  status: string;
}

const PAUSE_MS = 25;
const PAUSE_AFTER_REFUSAL_MS = 150;
/** Whole baht. */
const QR_AMOUNT = 100;
const WITHDRAWAL = 100;

/** Players who keep making calls, whatever the answers. */
export class Load {
  readonly told: Told[] = [];
  /** Each player's QR payments, as acknowledged by the gateway; whole baht. */
  readonly paid = new Map<Player, number>();
  readonly #players: readonly Player[];
  readonly #urlOf: () => string;
  readonly #counterparties: Counterparties;
  readonly #dice: Dice;
  #seen = new Seen();
  #isStopping = false;
  #running: Promise<void[]> | undefined;

  /** @param urlOf target of the next call */
  constructor(parts: {
    players: readonly Player[];
    urlOf: () => string;
    counterparties: Counterparties;
    dice: Dice;
  }) {
    this.#players = parts.players;
    this.#urlOf = parts.urlOf;
    this.#counterparties = parts.counterparties;
    this.#dice = parts.dice;
  }

  /** Counts since the last call of {@link count}. */
  get seen(): Seen {
    return this.#seen;
  }

  /** Starts new counts. */
  count(): Seen {
    this.#seen = new Seen();
    return this.#seen;
  }

  start(): void {
    this.#isStopping = false;
    this.#running = Promise.all(this.#players.map((player) => this.#press(player)));
  }

  /** Lets all players finish their current call. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  async #press(player: Player): Promise<void> {
    while (!this.#isStopping) {
      const answer = await this.#act(player);
      await delay(answer?.status === 200 ? PAUSE_MS : PAUSE_AFTER_REFUSAL_MS);
    }
  }

  #act(player: Player): Promise<Answer | undefined> {
    const roll = this.#dice.between(0, 99);
    if (roll < 25) return this.#call(player, 'GET', '/api/wallet');
    if (roll < 35) return this.#call(player, 'POST', '/api/statement', { page: 1, limit: 20 });
    if (roll < 40) return this.#call(player, 'GET', '/api/lookup/active');
    if (roll < 60) return this.#move(player, 'transfer', { from: 'WALLET', to: 'PG', amount: 3 });
    if (roll < 80) return this.#move(player, 'transfer', { from: 'PG', to: 'WALLET', amount: 2 });
    if (roll < 88) return this.#move(player, 'withdraw', { amount: WITHDRAWAL });
    return this.#payIn(player);
  }

  async #move(player: Player, what: 'transfer' | 'withdraw', body: object): Promise<Answer | undefined> {
    const answer = await this.#call(player, 'POST', `/api/wallet/${what}`, body);
    if (answer?.status === 200) {
      const { _id, status } = answer.body;
      this.told.push({ player, id: String(_id), status: String(status) });
    }
    return answer;
  }

  async #payIn(player: Player): Promise<Answer | undefined> {
    const answer = await this.#call(player, 'POST', '/api/qrcode/KBANK', { amount: QR_AMOUNT });
    if (answer?.status !== 200) return answer;
    // If the gateway itself is down, nothing was paid.
    const payment = await this.#counterparties.pay(String(answer.body['qrcodeId'])).catch(() => undefined);
    if (payment) this.paid.set(player, (this.paid.get(player) ?? 0) + QR_AMOUNT);
    return answer;
  }

  async #call(player: Player, method: string, path: string, body?: object): Promise<Answer | undefined> {
    const seen = this.#seen;
    const call = { method, ...(player.api.token && { token: player.api.token }), ...(body && { body }) };
    const answer = await callOnce(this.#urlOf() + path, { ...call, key: randomUUID() });
    seen.add(`${method} ${path}`, answer);
    return answer;
  }
}
