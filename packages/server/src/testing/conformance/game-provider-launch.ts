import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { NO_PLAYER_AT_PROVIDER, type Launched } from '../../ports/game-provider.ts';
import { cookieOf, newPlayer, type Player, type ProviderTrial } from './provider-trial.ts';

const LANGUAGES = ['th', 'la', 'en'];

/** Tests opening a game: by an address, by a page, or with the tokens of a form. */
export function describeLaunch(trial: ProviderTrial): void {
  describe('launch', () => {
    const { launch } = trial.under;
    if (launch === 'none') describeNoLaunch(trial);
    else describeOpening(trial);
    if (launch === 'url-with-password') describePassword(trial);
    describeTokens(trial);
  });
}

function describeOpening(trial: ProviderTrial): void {
  const kind = trial.under.launch === 'html' ? 'html' : 'url';

  it.each(LANGUAGES)(`opens the game by ${kind}: %s`, async (language) => {
    const player = await trial.join();
    const launched = await launch(trial, player, language);
    expect(launched.kind).toBe(kind);
    const page = await open(trial, launched);
    expect(page.status).toBe(200);
    expect(page.text).toContain(player.username);
  });

  it.runIf(trial.traits.opensOnce)('opens it once', async () => {
    const player = await trial.join();
    const launched = await launch(trial, player);
    await open(trial, launched);
    const again = await open(trial, launched);
    expect(again.status).toBe(410);
    expect(again.text).not.toContain(player.username);
  });

  it('refuses a player there is not', async () => {
    // Some services create a player at the launch, or find out when the address is opened.
    if (!trial.traits.tellsStrangers) return;
    const refused = { outcome: 'refused', reason: NO_PLAYER_AT_PROVIDER };
    expect(await trial.provider.launch({ ...newPlayer(), language: 'th' })).toEqual(refused);
  });
}

function describePassword(trial: ProviderTrial): void {
  it('wants the password, the new one once it is changed', async () => {
    const player = await trial.join();
    const wrong = { ...player, password: 'wrong-password', language: 'th' };
    expect((await trial.provider.launch(wrong)).outcome).toBe('refused');
    await trial.provider.setPassword(wrong);
    expect((await trial.provider.launch(wrong)).outcome).toBe('done');
    expect((await trial.provider.launch({ ...player, language: 'th' })).outcome).toBe('refused');
  });
}

function describeNoLaunch(trial: ProviderTrial): void {
  it('has none of its own: players get in at the site', async () => {
    const player = await trial.join();
    expect((await trial.provider.launch({ ...player, language: 'th' })).outcome).toBe('refused');
    const cookie = await trial.signIn(player);
    expect(await trial.isPlaying(cookie)).toBe(true);
    expect(await trial.signIn({ ...player, password: 'wrong-password' })).toBeNull();
  });
}

function describeTokens(trial: ProviderTrial): void {
  if (trial.under.dialect !== 'page-tokens') {
    it('needs no tokens of the log-in form', async () => {
      expect(await trial.provider.formTokens()).toEqual({ outcome: 'done', value: null });
    });
    return;
  }

  it('reads the tokens of the log-in form, which serve once', async () => {
    const player = await trial.join();
    const tokens = await trial.provider.formTokens();
    assert.ok(tokens.outcome === 'done' && tokens.value);
    expect(Object.keys(tokens.value).sort()).toEqual([
      '__EVENTARGUMENT',
      '__EVENTTARGET',
      '__VIEWSTATE',
      '__VIEWSTATEGENERATOR',
    ]);
    const post = (fields: Readonly<Record<string, string>>) =>
      trial.postForm('/login', { ...fields, ...player });
    const first = await post(tokens.value);
    expect(first.status).toBe(303);
    expect(await trial.isPlaying(cookieOf(first))).toBe(true);
    expect((await post(tokens.value)).status).toBe(200);
    expect((await post({})).status).toBe(200);
  });

  it('reads fresh tokens every time', async () => {
    const [one, other] = [await trial.provider.formTokens(), await trial.provider.formTokens()];
    expect(one.outcome).toBe('done');
    expect(one).not.toEqual(other);
  });
}

async function launch(trial: ProviderTrial, player: Player, language = 'th'): Promise<Launched> {
  const launched = await trial.provider.launch({ ...player, language });
  assert.ok(launched.outcome === 'done', inspect(launched));
  return launched.value;
}

/** Follows a launch like a browser. */
async function open(trial: ProviderTrial, launched: Launched): Promise<{ status: number; text: string }> {
  if (launched.kind === 'url') {
    const page = await fetch(launched.url, { redirect: 'manual' });
    const text = await page.text();
    if (page.status < 300 || page.status >= 400) return { status: page.status, text };
    // A browser keeps the cookie of a redirection.
    const target = new URL(page.headers.get('location') ?? '', launched.url);
    const entered = await fetch(target, { headers: { cookie: cookieOf(page) } });
    return { status: entered.status, text: await entered.text() };
  }
  const action = /<form[^>]*action="([^"]+)"/.exec(launched.html)?.[1] ?? '';
  const token = /name="token"[^>]*value="([^"]+)"/.exec(launched.html)?.[1] ?? '';
  const entered = await fetch(action, {
    method: 'POST',
    body: new URLSearchParams({ token }),
    redirect: 'manual',
  });
  const text = await entered.text();
  if (entered.status !== 303) return { status: entered.status, text };
  const page = await fetch(new URL(entered.headers.get('location') ?? '', trial.world.outside.url), {
    headers: { cookie: cookieOf(entered) },
  });
  return { status: page.status, text: await page.text() };
}
