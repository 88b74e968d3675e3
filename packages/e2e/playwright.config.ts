import { defineConfig } from '@playwright/test';

const isRoot = process.getuid?.() === 0;
const executablePath = process.env.CHROMIUM_PATH;

/**
 * What Chromium is to leave out. It takes the last such list alone, so that Playwright's own comes first; then what
 * the window has around the page, loaded for every test and never looked at, and a process kept in reserve.
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

/** One project: a phone held upright, in Thai. `npm test` finds the browser and names it in `CHROMIUM_PATH`. */
export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // Each worker runs a server of its own beside its browser.
  workers: 2,
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
    // Its own tests let it in: what it answers for cannot be seen or replaced by the others.
    serviceWorkers: 'block',
    // A press on something that is not there fails by name, not by the whole test's time running out.
    actionTimeout: 15_000,
    // Recording cost more than what was recorded: `npm test -- browser NAME --trace retain-on-failure` asks for it.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        // A test run speaks to nobody but the programs it started.
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${WITHOUT_FEATURES.join(',')}`,
      ],
    },
  },
});
