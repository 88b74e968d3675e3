import Bowser from 'bowser';

/** What a browser says of itself, in words a person knows: `Chrome · Android`; empty when it says nothing. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os, platform } = Bowser.parse(userAgent);
  const model = platform.vendor && platform.model ? `${platform.vendor} ${platform.model}` : undefined;
  return [browser.name, model ?? os.name].filter(Boolean).join(' · ');
}
