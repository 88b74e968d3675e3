import { createStore, useStore } from '../../lib/store.ts';

/** How often balances are asked for: often while something is going on, seldom while the server tells by itself. */

export const EAGER_MS = 4_000;
const CALM_MS = 10_000;
const IDLE_MS = 30_000;
/** The server tells; asking guards against a tell that got lost. */
export const LIVE_MS = 60_000;

const EAGER_FOR_MS = 60_000;
const CALM_FOR_MS = 5 * 60_000;

/** @param quietMs how long nothing has changed and the player has asked for nothing */
export function paceOf(isLive: boolean, isUnderWay: boolean, quietMs: number): number {
  if (isLive) return LIVE_MS;
  if (isUnderWay || quietMs < EAGER_FOR_MS) return EAGER_MS;
  return quietMs < CALM_FOR_MS ? CALM_MS : IDLE_MS;
}

/** Whether news of the member's money comes in by itself. */
const live = createStore(false);
export const useIsLive = (): boolean => useStore(live);

const state = { stirredAtMs: Date.now(), figures: '' };

export function noteLive(isLive: boolean): void {
  if (live.get() && !isLive) noteStir();
  live.set(isLive);
}

/** Something has happened to the money, or the player has done something about it. */
export function noteStir(): void {
  state.stirredAtMs = Date.now();
}

interface Figures {
  wallet: { amount: number; transit: number };
  slots: readonly { amount: number; transit: number }[];
}

const figuresOf = ({ wallet, slots }: Figures): string =>
  [wallet, ...slots].map(({ amount, transit }) => `${amount}/${transit}`).join(' ');

/** Takes note of what the server answered. */
export function noteFigures(reply: Figures): void {
  const figures = figuresOf(reply);
  if (figures !== state.figures) noteStir();
  state.figures = figures;
}

/** How long to wait before the balances are asked for again, after `reply`. */
export function nextPollMs(reply: Figures | undefined): number {
  const isUnderWay = reply !== undefined && [reply.wallet, ...reply.slots].some(({ transit }) => transit > 0);
  return paceOf(live.get(), isUnderWay, Date.now() - state.stirredAtMs);
}
