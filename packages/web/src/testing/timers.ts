import { vi } from 'vitest';

const kept = vi as typeof vi & { realTimersOnly?: typeof vi.useRealTimers };

/**
 * Runs everything that waits for fake timers before the real ones return. Test files share their modules: a
 * promise that waits for a removed clock would never settle, in other files too.
 */
export function leaveNoTimersBehind(): void {
  const realTimersOnly = (kept.realTimersOnly ??= vi.useRealTimers.bind(vi));
  vi.useRealTimers = () => {
    if (vi.isFakeTimers()) vi.runOnlyPendingTimers();
    return realTimersOnly();
  };
}
