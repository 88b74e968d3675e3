import type { Turn } from './wheel-geometry.ts';

/** Fast at first, with a long slowdown. */
const EASING = 'cubic-bezier(0.12, 0.72, 0.16, 1)';

export const isMotionReduced = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Shows the disc at an angle, without animation. */
export function showAt(disc: HTMLElement, angle: number): void {
  disc.style.transform = `rotate(${angle}deg)`;
}

/**
 * Turns the disc by a transform that the compositor animates alone; resolves when the disc rests or is
 * removed.
 */
export async function turnDisc(disc: HTMLElement, fromAngle: number, turn: Turn): Promise<void> {
  const animation = disc.animate(
    [{ transform: `rotate(${fromAngle}deg)` }, { transform: `rotate(${turn.toAngle}deg)` }],
    { duration: turn.durationMs, easing: EASING, fill: 'forwards' },
  );
  // Removal from the page cancels the animation, which is no fault.
  await animation.finished.catch(() => undefined);
  showAt(disc, turn.toAngle % 360);
  animation.cancel();
}
