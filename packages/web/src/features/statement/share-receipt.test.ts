import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { canShare, shareText } from './share-receipt.ts';

const copied: string[] = [];
beforeEach(() => {
  copied.length = 0;
  vi.stubGlobal('navigator', {
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
});
afterEach(() => vi.unstubAllGlobals());

it('copies where the phone has no way to share', async () => {
  expect(canShare()).toBe(false);
  await shareText('title', 'words');
  expect(copied).toEqual(['words']);
});

it.each([
  ['shares', undefined, []],
  ['takes second thoughts for what they are', new DOMException('', 'AbortError'), []],
  ['copies when sharing fails', new DOMException('', 'NotAllowedError'), ['words']],
] as const)('%s', async (_, fault, fallback) => {
  const share = vi.fn<() => Promise<void>>(async () => {
    if (fault) throw fault;
  });
  Object.assign(navigator, { share });
  await shareText('title', 'words');
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'title', text: 'words' });
  expect(copied).toEqual(fallback);
});
