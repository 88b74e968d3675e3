import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { activeBonus, noneActive } from '../../testing/sample-bonus.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { useServerNow } from '../../ui/time.tsx';
import { useActiveBonus } from './active-bonus-api.ts';

/** Renders far more often than it polls the bonus, as a page with a clock and a balance does. */
function Busy() {
  const now = useServerNow(500);
  const left = useActiveBonus().active?.wagering?.turnoverLeftMinor;
  return <p data-now={now}>{String(left)}</p>;
}

beforeEach(() => {
  saveToken('t', false);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('the active bonus', () => {
  it('is followed while it is active, however often the page is rendered', async () => {
    const api = stubApi({ 'GET /api/bonus/check/active': activeBonus({ turnoverLeft: 10 }) });
    renderApp(<Busy />);
    await pass(1);
    expect(screen.getByText('1000')).toBeDefined();
    api.set({ 'GET /api/bonus/check/active': activeBonus({ turnoverLeft: 4 }) });
    await pass(5_000);
    expect(screen.getByText('400')).toBeDefined();
    await pass(8_000);
    expect(api.calls.length).toBeGreaterThanOrEqual(4);
  });

  it('is not asked for again and again where there is none', async () => {
    const api = stubApi({ 'GET /api/bonus/check/active': noneActive });
    renderApp(<Busy />);
    await pass(20_000);
    expect(api.calls).toHaveLength(1);
  });
});
