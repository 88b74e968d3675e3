import { FORM_LAUNCHED_GAMES } from '@krapao/contract/limits';
import { SANDBOX_PLACEHOLDER } from './fields.ts';
import type { Content, Provider } from './schema.ts';

const LINKS = ['web', 'android', 'ios'] as const;

export type ProviderLinks = Pick<Provider, (typeof LINKS)[number]>;

/**
 * Returns a provider's links in a form that browsers can follow.
 * @param sandboxUrl the sandbox's address for browsers; without one, links to it are empty
 */
export function resolveLinks(provider: ProviderLinks, sandboxUrl: string | undefined): ProviderLinks {
  const resolve = (link: string): string => {
    if (!link.startsWith(SANDBOX_PLACEHOLDER)) return link;
    return sandboxUrl === undefined ? '' : sandboxUrl + link.slice(SANDBOX_PLACEHOLDER.length);
  };
  return {
    web: resolve(provider.web),
    android: resolve(provider.android),
    ios: resolve(provider.ios),
  };
}

/** Returns a provider's links to the sandbox. */
export const sandboxLinks = (provider: ProviderLinks): string[] =>
  LINKS.filter((name) => provider[name].startsWith(SANDBOX_PLACEHOLDER));

/** Returns the origin of a provider's site for a Content-Security-Policy; undefined if it has no site. */
export function siteOrigin(provider: ProviderLinks, sandboxUrl: string | undefined): string | undefined {
  const { web } = resolveLinks(provider, sandboxUrl);
  return web === '' ? undefined : new URL(web).origin;
}

/**
 * Returns the origins that the player app posts log-in forms to: the sites of providers whose games open that
 * way.
 */
export function formTargets({ providers }: Content, sandboxUrl: string | undefined): string[] {
  const codes: readonly string[] = FORM_LAUNCHED_GAMES;
  const origins = providers
    .filter(({ code, enabled }) => enabled && codes.includes(code))
    .flatMap((provider) => siteOrigin(provider, sandboxUrl) ?? []);
  return [...new Set(origins)].sort();
}
