import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The settings and the minimums as a build with these has them. */
async function buildWith(env: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const [{ settings }, { qrMinimum }] = await Promise.all([
    import('./settings.ts'),
    import('../features/deposit/qr-rules.ts'),
  ]);
  return { settings, minimums: [qrMinimum('PAYTIMZ'), qrMinimum('FP'), qrMinimum('WW')] };
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

describe('the build settings', () => {
  it('lower or raise the least QR deposit of two providers, each by itself, and of no other', async () => {
    const { minimums } = await buildWith({ VITE_PAYTIMZ_MIN: '20', VITE_FP_MIN: '50', VITE_WW_MIN: '1' });
    expect(minimums).toEqual([20_00n, 50_00n, 100_00n]);
  });

  it.each(['', '0', '-5', 'ten', 'Infinity'])('leave it at 10 when they are %j', async (value) => {
    const { minimums } = await buildWith({ VITE_PAYTIMZ_MIN: value, VITE_FP_MIN: value });
    expect(minimums).toEqual([10_00n, 10_00n, 100_00n]);
  });

  it.each([
    ['1', true],
    ['true', true],
    ['TRUE', true],
    ['', false],
    ['0', false],
    ['no', false],
  ])('are on by %j: %s', async (value, isOn) => {
    const { settings } = await buildWith({ VITE_LAOS: value, VITE_IFRAME: value });
    expect([settings.laos, settings.iframe]).toEqual([isOn, isOn]);
  });

  it('name the chat backend, and the API without its last slash', async () => {
    const { settings } = await buildWith({
      VITE_CHAT_URL: 'https://chat.example',
      VITE_API_BASE_URL: 'https://api.example/',
    });
    expect(settings.chatUrl).toBe('https://chat.example');
    expect(settings.apiBaseUrl).toBe('https://api.example');
  });
});
