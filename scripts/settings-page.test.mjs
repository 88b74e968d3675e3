import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SETTINGS_PAGE, settingsPage } from './lib/settings-page.mjs';

it('docs/settings.md is what node scripts/settings-page.mjs writes', async () => {
  expect(readFileSync(SETTINGS_PAGE, 'utf8')).toBe(await settingsPage());
});
