import { useLayoutEffect, useRef, type RefObject } from 'react';
import { isMotionReduced, showAt, turnDisc } from './turn-disc.ts';
import { restAt, turnTo } from './wheel-geometry.ts';

interface Disc {
  discRef: RefObject<HTMLDivElement | null>;
  /** Turns until the given slice is at the pointer; at once where the player wants no motion. */
  land: (index: number, count: number) => Promise<void>;
}

/** State of the turning disc. `isThere` means that the disc is rendered. */
export function useDisc(isThere: boolean): Disc {
  const discRef = useRef<HTMLDivElement>(null);
  const angle = useRef(0);

  useLayoutEffect(() => {
    if (isThere && discRef.current) showAt(discRef.current, angle.current);
  }, [isThere]);

  const land = async (index: number, count: number) => {
    const disc = discRef.current;
    if (!disc) return;
    if (isMotionReduced()) {
      angle.current = restAt(index, count);
      showAt(disc, angle.current);
      return;
    }
    const turn = turnTo(index, count, angle.current, diceOfMotion);
    await turnDisc(disc, angle.current, turn);
    angle.current = turn.toAngle % 360;
  };
  return { discRef, land };
}

/** Returns a random number in [0, 1) for the motion of the wheel. */
function diceOfMotion(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
}
