import { expect, type Page } from '@playwright/test';
import { signIn } from './console/console-test.ts';
import { testOfRooms } from './console/rooms-test.ts';
import { inTwoForms } from './support/forms.ts';
import { CONSOLE_PLACES, Dealer, put, type ConsolePlace } from './xss/console-places.ts';
import { PAYLOADS } from './xss/corpus.ts';
import { countShown, dangers, dismissDialogs } from './xss/look.ts';
import { marked, type Payload } from './xss/places.ts';

/** Each place with a part of the corpus; `XSS_WHOLE=1` for all of it. */
const IS_WHOLE = process.env.XSS_WHOLE === '1';

const ALL = marked(PAYLOADS);
/** Payloads of one visit: more than the texts of a list. */
const AT_ONCE = 200;
/** Every so many of a short run, so that each kind of payload is there. */
const STEP = Math.ceil(ALL.length / AT_ONCE);

/** In the short form: a list with texts of players, and a conversation. */
const SHORT = ['members', 'chat'];

const test = testOfRooms();

/** The parts of the corpus, from each of which a visit shows the beginning. */
const starts = (shown: number): number[] =>
  IS_WHOLE ? Array.from({ length: Math.ceil(ALL.length / shown) }, (_, part) => part * shown) : [0];

/** Visits a place whose texts are payloads. @returns how many different ones were shown */
async function visit(
  page: Page,
  place: ConsolePlace,
  { address, payloads }: { address: string; payloads: readonly Payload[] },
) {
  const dealer = new Dealer(payloads);
  await page.route(place.call, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const reply = await route.fetch();
    return route.fulfill({ response: reply, json: put(await reply.json(), dealer, place.sample) });
  });
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await place.open?.(page);
  const shown = () => countShown(page, [...new Set(dealer.dealt)]);
  // A place that shows nothing would seem safe.
  await expect.poll(shown).toBeGreaterThanOrEqual(place.least);
  expect.soft(await dangers(page), place.name).toEqual([]);
  const count = await shown();
  await page.unrouteAll({ behavior: 'wait' });
  return count;
}

for (const { cases: places, form } of inTwoForms(CONSOLE_PLACES, ({ name }) => name, SHORT)) {
  test(
    `no script runs from what the console shows in ${places.map(({ name }) => name).join(', ')}`,
    form,
    async ({ page, consoleUrl, seed, expectFailures }) => {
      test.setTimeout(IS_WHOLE ? places.length * 1_800_000 : 300_000);
      expectFailures(/evil\.example/);
      const dialogs = dismissDialogs(page);
      const [payoutId = ''] = seed.payouts;
      await signIn(page, consoleUrl, 'manager');
      const sample = ALL.filter((_, no) => no % STEP === 0);
      for (const place of places) {
        const address = consoleUrl + place.path({ ...seed, payoutId });
        let shown = 0;
        for (const start of starts(place.least)) {
          const payloads = IS_WHOLE
            ? [...ALL.slice(start), ...ALL.slice(0, start)].slice(0, AT_ONCE)
            : sample;
          shown += await visit(page, place, { address, payloads });
        }
        expect.soft(dialogs.splice(0), place.name).toEqual([]);
        process.stdout.write(`xss: console, ${place.name}: ${shown} payloads on the page, none ran\n`);
      }
    },
  );
}
