import Bowser from 'bowser';

/** Returns a readable name of a browser: `Chrome · Android`; empty without a user agent. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os, platform } = Bowser.parse(userAgent);
  const model = platform.vendor && platform.model ? `${platform.vendor} ${platform.model}` : undefined;
  return [browser.name, model ?? os.name].filter(Boolean).join(' · ');
}
