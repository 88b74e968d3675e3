import { beforeEach, expect, it, vi } from 'vitest';
import { loadWordsAgain } from '../testing/load-words-again.ts';

beforeEach(() => vi.resetModules());

/** Returns the drawer's row of rewards in a build with that setting. */
async function tilesWith(features: string): Promise<string[]> {
  vi.stubEnv('VITE_FEATURES', features);
  const { render } = await import('@testing-library/react');
  await loadWordsAgain('en', 'member', 'more');
  const { RewardTiles } = await import('./reward-tiles.tsx');
  const { container } = render(<RewardTiles onLeave={() => undefined} />);
  vi.unstubAllEnvs();
  return [...container.querySelectorAll('button')].map((button) => button.textContent ?? '');
}

it.each([
  ['', ['Bonuses', 'Refund', 'Invite friends']],
  ['refund', ['Refund']],
  ['promotion,invite', ['Bonuses', 'Invite friends']],
  ['none', []],
])('the drawer offers with VITE_FEATURES=%j: %j', async (features, tiles) => {
  expect(await tilesWith(features)).toEqual(tiles);
});
