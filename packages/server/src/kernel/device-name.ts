import Bowser from 'bowser';

/** For a browser that it does not know, the library returns a part of the user agent: a stranger's own words. */
const KNOWN = new Set(Object.values(Bowser.BROWSER_MAP));

/** Returns a readable name of a browser: `Chrome · Android`; empty without a user agent, or where nothing of it is known. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os, platform } = Bowser.parse(userAgent);
  const model = platform.vendor && platform.model ? `${platform.vendor} ${platform.model}` : undefined;
  const name = KNOWN.has(browser.name ?? '') ? browser.name : undefined;
  return [name, model ?? os.name].filter(Boolean).join(' · ');
}
