import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

const isRoot = process.getuid?.() === 0;
const executablePath = process.env.CHROMIUM_PATH;

/**
 * Chromium features to disable. Chromium takes only the last such list, so Playwright's own comes first. The
 * others are browser interface around the page, loaded for every test and never used, and a spare process.
 */
const WITHOUT_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];

/** One project: a phone held upright, in Thai. `npm test` finds the browser and sets `CHROMIUM_PATH`. */
export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // Each worker runs its own server and sandbox beside its browser; PostgreSQL's connections are enough for four.
  workers: Math.min(availableParallelism(), 4),
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    // Only the service worker's own tests allow it: the other tests can neither see nor replace its answers.
    serviceWorkers: 'block',
    // A press on a missing element fails by name, not by the timeout of the whole test.
    actionTimeout: 15_000,
    // Recording costs more than it gives: `npm test -- browser NAME --trace retain-on-failure` turns it on.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        // A test run contacts only the programs it started.
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${WITHOUT_FEATURES.join(',')}`,
      ],
    },
  },
});
