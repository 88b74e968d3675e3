import { vi } from 'vitest';

const kept = vi as typeof vi & { realTimersOnly?: typeof vi.useRealTimers };

/**
 * Has what waits for a false clock happen before the real one is back. Test files share their modules: one that
 * waited for a clock that is gone would wait for ever, in other files too.
 */
export function leaveNoTimersBehind(): void {
  const realTimersOnly = (kept.realTimersOnly ??= vi.useRealTimers.bind(vi));
  vi.useRealTimers = () => {
    if (vi.isFakeTimers()) vi.runOnlyPendingTimers();
    return realTimersOnly();
  };
}
