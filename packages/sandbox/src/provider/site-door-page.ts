import { html } from '../http/html.ts';
import type { Lang } from '../store/records.ts';
import type { ProviderInfo } from './providers.ts';
import { page } from './site-pages.ts';
import { SITE_WORDS } from './site-words.ts';

const LANG_NAMES: Readonly<Record<Lang, string>> = { th: 'ไทย', la: 'ລາວ', en: 'English' };

/** Reason for showing the page again: it was too old, or name and password do not match. */
export type SignInProblem = 'stale' | 'wrong';

export interface SignIn {
  readonly lang: Lang;
  /** Username typed before. */
  readonly username: string;
  readonly problem: SignInProblem | null;
  /** Hidden fields sent along with name and password. */
  readonly tokens: Readonly<Record<string, string>>;
}

/** Returns the log-in page for players with username and password. */
export function signInPage(
  { code, name }: ProviderInfo,
  { lang, username, problem, tokens }: SignIn,
): string {
  const words = SITE_WORDS[lang];
  const languages = Object.entries(LANG_NAMES).map(
    ([other, text]) =>
      html`<a href="?lang=${other}" lang="${SITE_WORDS[other as Lang].htmlLang}">${text}</a>`,
  );
  const hidden = Object.entries({ ...tokens, lang }).map(
    ([field, value]) => html`<input type="hidden" name="${field}" value="${value}" />`,
  );
  return page(
    lang,
    `${name} · ${words.signInTitle}`,
    html`<main class="door">
      <p class="brand">${name}</p>
      <h1>${words.signInTitle}</h1>
      ${problem === null ? '' : html`<p class="wrong" role="alert">${words[problem]}</p>`}
      <form method="post" action="/site/${code}/login">
        ${hidden}
        <label>
          <span>${words.username}</span>
          <input name="username" value="${username}" autocomplete="username" autocapitalize="none" required />
        </label>
        <label>
          <span>${words.password}</span>
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
        <button class="spin">${words.signIn}</button>
      </form>
      <nav class="languages">${languages}</nav>
    </main>`,
  );
}
