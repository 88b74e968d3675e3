import { createStore, useStore } from '../lib/store.ts';

/** Polling intervals of the balances: short during activity, long while the server pushes changes. */

export const EAGER_MS = 4_000;
const CALM_MS = 10_000;
const IDLE_MS = 30_000;
/** The server pushes changes; polling guards against a lost push. */
export const LIVE_MS = 60_000;

const EAGER_FOR_MS = 60_000;
const CALM_FOR_MS = 5 * 60_000;

/** @param quietMs time without a change or an action of the player */
export function paceOf(isLive: boolean, isUnderWay: boolean, quietMs: number): number {
  if (isLive) return LIVE_MS;
  if (isUnderWay || quietMs < EAGER_FOR_MS) return EAGER_MS;
  return quietMs < CALM_FOR_MS ? CALM_MS : IDLE_MS;
}

/** True while the server pushes changes of the member's money. */
const live = createStore(false);
export const useIsLive = (): boolean => useStore(live);

const state = { stirredAtMs: Date.now(), figures: '' };

export function noteLive(isLive: boolean): void {
  if (live.get() && !isLive) noteStir();
  live.set(isLive);
}

/** Records a change of the money or an action of the player. */
export function noteStir(): void {
  state.stirredAtMs = Date.now();
}

interface Figures {
  wallet: { amount: number; transit: number };
  slots: readonly { amount: number; transit: number }[];
}

const figuresOf = ({ wallet, slots }: Figures): string =>
  [wallet, ...slots].map(({ amount, transit }) => `${amount}/${transit}`).join(' ');

/** Records the figures of a reply. */
export function noteFigures(reply: Figures): void {
  const figures = figuresOf(reply);
  if (figures !== state.figures) noteStir();
  state.figures = figures;
}

/** Returns the delay before the next poll of the balances, after `reply`. */
export function nextPollMs(reply: Figures | undefined): number {
  const isUnderWay = reply !== undefined && [reply.wallet, ...reply.slots].some(({ transit }) => transit > 0);
  return paceOf(live.get(), isUnderWay, Date.now() - state.stirredAtMs);
}
