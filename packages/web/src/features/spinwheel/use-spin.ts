import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { serverNow } from '../../lib/clock.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { newKey, runIntent } from '../../lib/intent.ts';
import { useApi, useReload } from '../../lib/use-api.ts';
import { alertError } from '../../ui/alert-store.ts';
import { useWallet } from '../session/use-wallet.ts';
import { noteHash, noteWord } from './seen-hashes.ts';
import { spinErrorText } from './spin-error-text.ts';
import type { SpinResult, Wheel } from './spinwheel-api.ts';
import { isMotionReduced, showAt, turnDisc } from './turn-disc.ts';
import { restAt, turnTo, wonIndex } from './wheel-geometry.ts';

/** The prize is told when the wheel has rested for so long. */
export const POPUP_AFTER_MS = 2_000;

/** Where a spin is: nothing goes on; asked or turning; at rest with a slice won; the prize is told. */
export type Phase = 'ready' | 'spinning' | 'rested' | 'told';

export interface Spin {
  /** Undefined until loaded, null when there is no wheel. */
  wheel: Wheel | null | undefined;
  coins: number | undefined;
  phase: Phase;
  /** What was drawn, from when the wheel rests. */
  result: SpinResult | undefined;
  /** The won slice, where this wheel has it. */
  won: number | undefined;
  loadError: unknown;
  discRef: RefObject<HTMLDivElement | null>;
  canSpin: boolean;
  /** Spends a coin; nothing while a spin goes on or without a coin. Never rejects. */
  spin: () => Promise<void>;
  /** The player has seen the prize. */
  dismiss: () => void;
  retry: () => Promise<unknown>;
}

/** One wheel on the page: what it shows and how far its spin has come. */
export function useSpin(): Spin {
  const { data, error, mutate } = useApi('GET /api/spinwheel/setup', undefined, { revalidateOnFocus: false });
  const { userInfo, noteCoins, reload: reloadWallet } = useWallet();
  const reload = useReload();
  const memberId = userInfo?.profile._id;
  const [phase, setPhase] = useState<Phase>('ready');
  const [result, setResult] = useState<SpinResult>();
  const [won, setWon] = useState<number>();
  const discRef = useRef<HTMLDivElement>(null);
  const angle = useRef(0);
  const running = useRef(false);
  // The wheel that a spin began with stays until its prize is told, whatever is loaded meanwhile.
  const [held, setHeld] = useState<Wheel>();
  const wheel = held ?? data?.activeSpinwheel;
  const coins = data?.userCoin;
  const isWheelThere = wheel != null;

  useEffect(() => {
    if (memberId && data?.nextDraw) {
      noteHash(memberId, data.nextDraw.nonce, data.nextDraw.seedHash, serverNow());
    }
  }, [memberId, data]);

  useLayoutEffect(() => {
    if (isWheelThere && discRef.current) showAt(discRef.current, angle.current);
  }, [isWheelThere]);

  const canSpin = phase === 'ready' && wheel != null && coins !== undefined && coins > 0;

  const ask = () =>
    // The same key until there is an answer: what an unanswered press may have drawn is what comes back.
    runIntent('spin', null, (idempotencyKey) => {
      const clientSeed = newKey();
      if (memberId && data?.nextDraw) noteWord(memberId, data.nextDraw.nonce, clientSeed);
      return call('POST /api/spinwheel/spin', { body: { clientSeed }, idempotencyKey });
    });

  const land = async (spun: SpinResult, slices: Wheel['slices']) => {
    const index = wonIndex(slices, spun);
    const disc = discRef.current;
    if (index !== undefined && disc) {
      if (isMotionReduced()) {
        angle.current = restAt(index, slices.length);
        showAt(disc, angle.current);
      } else {
        const turn = turnTo(index, slices.length, angle.current, diceOfMotion);
        await turnDisc(disc, angle.current, turn);
        angle.current = turn.toAngle % 360;
      }
    }
    setWon(index);
    setResult(spun);
    // A prize that is not on this wheel is told at once.
    setPhase(index === undefined ? 'told' : 'rested');
  };

  const spin = async () => {
    if (running.current || !canSpin || !wheel) return;
    running.current = true;
    setHeld(wheel);
    setWon(undefined);
    setResult(undefined);
    setPhase('spinning');
    try {
      const spun = await ask();
      await mutate((old) => old && { ...old, userCoin: spun.remainingCoin }, { revalidate: false });
      noteCoins(spun.remainingCoin);
      await land(spun, wheel.slices);
    } catch (fault) {
      setHeld(undefined);
      setPhase('ready');
      void mutate();
      void reloadWallet();
      const isKnown = fault instanceof ApiError && fault.isDefinite;
      await alertError(isKnown ? spinErrorText(fault) : t('spin.unknownMsg'));
    } finally {
      running.current = false;
    }
  };

  const tell = useEffectEvent(() => setPhase('told'));
  const loadAgain = useEffectEvent(() => {
    void mutate();
    void reload('GET /api/spinwheel/coupon');
    void reloadWallet();
  });
  useEffect(() => {
    if (phase === 'told') loadAgain();
    if (phase !== 'rested') return;
    const timer = setTimeout(tell, POPUP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [phase]);

  const dismiss = () => {
    setHeld(undefined);
    setWon(undefined);
    setResult(undefined);
    setPhase('ready');
  };

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
    dismiss,
    retry: () => mutate(),
  };
}

/** A number from 0 up to but without 1, for how the wheel turns. */
function diceOfMotion(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
}
