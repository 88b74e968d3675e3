import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useApi } from '../../lib/use-api.ts';
import { reasonOf } from '../../operations/operation.ts';
import { useRefresh } from '../../operations/refresh.ts';
import { alertUnknown, send, type Sent } from '../../operations/send.ts';
import { spin as spinOperation } from '../../operations/spin.ts';
import { alertError } from '../../ui/alert-store.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import { noteHash, noteWord, type NextDraw } from './seen-hashes.ts';
import type { SpinResult, Wheel } from './spinwheel-api.ts';
import { useDisc } from './use-disc.ts';
import { wonIndex } from './wheel-geometry.ts';

/** Time at rest before the prize is told. */
const POPUP_AFTER_MS = 2_000;

/** Phase of a spin: idle; requested or turning; at rest with a slice won; the prize is told. */
export type Phase = 'ready' | 'spinning' | 'rested' | 'told';

export interface Spin {
  /** Undefined until loaded, null when there is no wheel. */
  wheel: Wheel | null | undefined;
  coins: number | undefined;
  phase: Phase;
  /** Result of the draw, set when the wheel rests. */
  result: SpinResult | undefined;
  /** Index of the won slice, where this wheel has it. */
  won: number | undefined;
  loadError: unknown;
  discRef: RefObject<HTMLDivElement | null>;
  canSpin: boolean;
  /** Spends a coin; does nothing while a spin runs or without a coin. Never rejects. */
  spin: () => Promise<void>;
  /** Called when the player has seen the prize. */
  dismiss: () => void;
  retry: () => Promise<unknown>;
}

/** State of one wheel on the page: its content and the phase of its spin. */
export function useSpin(): Spin {
  const { data, error, mutate } = useApi('GET /api/spinwheel/setup', undefined, { revalidateOnFocus: false });
  const { userInfo, noteCoins } = useWallet();
  const refresh = useRefresh();
  const [phase, setPhase] = useState<Phase>('ready');
  const [result, setResult] = useState<SpinResult>();
  const [won, setWon] = useState<number>();
  const running = useRef(false);
  // The wheel at the start of a spin stays until its prize is told, whatever is loaded meanwhile.
  const [held, setHeld] = useState<Wheel>();
  const wheel = held ?? data?.activeSpinwheel;
  const coins = data?.userCoin;
  const { discRef, land } = useDisc(wheel != null);
  const memberId = userInfo?.profile._id;
  const next = memberId && data?.nextDraw ? { memberId, ...data.nextDraw } : undefined;
  const canSpin = phase === 'ready' && wheel != null && coins !== undefined && coins > 0;

  const enter = (now: Phase, spun?: SpinResult, index?: number) => {
    setPhase(now);
    setResult(spun);
    setWon(index);
    if (now === 'ready') setHeld(undefined);
  };

  const spin = async () => {
    if (running.current || !canSpin || !wheel) return;
    running.current = true;
    setHeld(wheel);
    enter('spinning');
    try {
      const sent = await send(spinOperation, null, next && noteFor(next));
      if (sent.kind === 'refused' || sent.kind === 'unknown') return await tellFailure(sent);
      const spun = sent.reply;
      await mutate((old) => old && { ...old, userCoin: spun.remainingCoin }, { revalidate: false });
      noteCoins(spun.remainingCoin);
      const index = wonIndex(wheel.slices, spun);
      if (index !== undefined) await land(index, wheel.slices.length);
      // A prize that is not on this wheel is told at once.
      enter(index === undefined ? 'told' : 'rested', spun, index);
    } finally {
      running.current = false;
    }
  };

  const tellFailure = async (sent: Sent<SpinResult>) => {
    enter('ready');
    void refresh(spinOperation);
    if (sent.kind === 'unknown') await alertUnknown(spinOperation, sent.key);
    else if (sent.kind === 'refused') await alertError(reasonOf(spinOperation, sent.error, null));
  };

  usePromise(next);
  useTelling(phase, () => setPhase('told'));
  return {
    wheel,
    coins,
    phase,
    result,
    won,
    loadError: data === undefined ? error : undefined,
    discRef,
    canSpin,
    spin,
    dismiss: () => enter('ready'),
    retry: () => mutate(),
  };
}

/** Returns a function that notes the word of this device for a draw, before it is sent. */
const noteFor =
  ({ memberId, nonce }: { memberId: string; nonce: number }) =>
  (word: string): void =>
    noteWord(memberId, nonce, word);

/** Records the server's commitment for the next draw. */
function usePromise(next: ({ memberId: string } & NextDraw) | undefined): void {
  const { memberId, nonce, seedHash, seedsReplacedAt } = next ?? {};
  useEffect(() => {
    if (memberId === undefined || nonce === undefined || seedHash === undefined) return;
    noteHash(memberId, { nonce, seedHash, seedsReplacedAt }, serverNow());
  }, [memberId, nonce, seedHash, seedsReplacedAt]);
}

/** Tells the prize after the wheel's rest, and then reloads everything. */
function useTelling(phase: Phase, onTime: () => void): void {
  const refresh = useRefresh();
  const tell = useEffectEvent(onTime);
  const loadAgain = useEffectEvent(() => void refresh(spinOperation));
  useEffect(() => {
    if (phase === 'told') loadAgain();
    if (phase !== 'rested') return;
    const timer = setTimeout(() => tell(), POPUP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [phase]);
}
