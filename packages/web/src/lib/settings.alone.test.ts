import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadWordsAgain } from '../testing/load-words-again.ts';

/** Loads the settings and the minimums as a build with these variables has them. */
async function buildWith(env: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const [{ settings, isOffered }, { CHAT_URL }, { qrMinimum }] = await Promise.all([
    import('./settings.ts'),
    import('../features/chat/build-settings.ts'),
    import('../features/deposit/qr-rules.ts'),
  ]);
  const offers = {
    bonus: isOffered('bonus'),
    promotion: isOffered('promotion'),
    refund: isOffered('refund'),
    invite: isOffered('invite'),
  };
  return {
    settings,
    offers,
    chatUrl: CHAT_URL,
    minimums: [qrMinimum('PAYTIMZ'), qrMinimum('FP'), qrMinimum('WW')],
  };
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
    const { settings, chatUrl } = await buildWith({
      VITE_CHAT_URL: 'https://chat.example',
      VITE_API_BASE_URL: 'https://api.example/',
    });
    expect(chatUrl).toBe('https://chat.example');
    expect(settings.apiBaseUrl).toBe('https://api.example');
  });
});

describe('the settings of a brand', () => {
  const brandOf = async (env: Readonly<Record<string, string>>) => {
    const { settings, offers } = await buildWith(env);
    const { initialLocale, OFFERED } = await import('./i18n/locale.ts');
    return { ...settings, offers, offered: [...OFFERED], locale: initialLocale() };
  };

  it('name the languages and their order, the first being the one it starts in', async () => {
    expect(await brandOf({})).toMatchObject({ offered: ['th', 'la', 'en'], locale: 'th' });
    vi.resetModules();
    expect(await brandOf({ VITE_LAOS: '1' })).toMatchObject({ offered: ['la', 'th', 'en'], locale: 'la' });
    vi.resetModules();
    expect(await brandOf({ VITE_LAOS: '1', VITE_LANGUAGES: 'en, th' })).toMatchObject({
      offered: ['en', 'th'],
      locale: 'en',
    });
  });

  it('hold over a language that was chosen before and is no longer offered', async () => {
    localStorage.setItem('locale', 'la');
    expect(await brandOf({ VITE_LANGUAGES: 'en,th' })).toMatchObject({ locale: 'en' });
    vi.resetModules();
    expect(await brandOf({ VITE_LANGUAGES: 'en,la' })).toMatchObject({ locale: 'la' });
  });

  it('hide the choice of a language where there is but one', async () => {
    await brandOf({ VITE_LANGUAGES: 'th' });
    const { hasLanguages, LanguageSwitch } = await import('../ui/language-switch.tsx');
    expect(hasLanguages).toBe(false);
    const [{ render }, { createElement }] = await Promise.all([
      import('@testing-library/react'),
      import('react'),
      loadWordsAgain(undefined, 'first'),
    ]);
    expect(render(createElement(LanguageSwitch)).container.innerHTML).toBe('');
  });

  it('name what is offered beside the games; all of it unless told', async () => {
    const all = { bonus: true, promotion: true, refund: true, invite: true };
    expect((await brandOf({})).offers).toEqual(all);
    vi.resetModules();
    const none = { bonus: false, promotion: false, refund: false, invite: false };
    expect((await brandOf({ VITE_FEATURES: 'none' })).offers).toEqual(none);
    vi.resetModules();
    expect((await brandOf({ VITE_FEATURES: 'refund,bonus' })).offers).toEqual({
      ...none,
      refund: true,
      bonus: true,
    });
  });

  it('name the brand by its title where it has no shorter name', async () => {
    expect((await brandOf({ VITE_TITLE: 'One wallet' })).brand.name).toBe('One wallet');
  });
});
