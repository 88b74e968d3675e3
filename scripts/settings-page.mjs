/** `node scripts/settings-page.mjs`: writes docs/settings.md from the settings' schemas. */
import { writeFileSync } from 'node:fs';
import { runMain } from './lib/process.mjs';
import { SETTINGS_PAGE, settingsPage } from './lib/settings-page.mjs';

runMain(async () => writeFileSync(SETTINGS_PAGE, await settingsPage()));
