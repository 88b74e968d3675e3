import { expect, type Page } from '@playwright/test';
import { test } from './support/browser.ts';
import { register, type Member } from './support/member.ts';
import { Counterparties } from './support/counterparties.ts';
import { inTwoForms, inWholeUnless } from './support/forms.ts';
import type { Stack } from './support/stack.ts';
import { APART, BENIGN, PAYLOADS, PUBLIC_COUNT, WRITTEN } from './xss/corpus.ts';
import { countShown, dangers, dismissDialogs, remains, type Seen } from './xss/look.ts';
import { answerAsBefore, answerWith, marked, PLACES, type Payload, type Place } from './xss/places.ts';

/** Checks each place once; `npm run tool -- chaos xss` uses the whole corpus. */
const IS_WHOLE = process.env.XSS_WHOLE === '1';

/** No one views these pages, which are many screens long. */
test.use({ deviceScaleFactor: 1 });

const ALL = marked(PAYLOADS);

/** Returns the corpus in parts that fit the place; or one part, sampled evenly. */
function partsFor({ atOnce }: Place): Payload[][] {
  const count = Math.ceil(ALL.length / atOnce);
  if (!IS_WHOLE) return [ALL.filter((_, no) => no % count === 0)];
  return Array.from({ length: count }, (_, no) => ALL.slice(no * atOnce, (no + 1) * atOnce));
}

/** One member for all tests: they only read. */
let looker: Promise<Member> | undefined;

async function beLooker(page: Page, stack: Stack): Promise<void> {
  looker ??= register(stack.url, new Counterparties(stack.sandbox.url));
  const { api } = await looker;
  await page.addInitScript((token) => {
    if (localStorage.getItem('token') === token) return;
    localStorage.setItem('token', token);
    // The agreements have been seen.
    localStorage.setItem('agreement', '1');
  }, api.token ?? '');
}

/**
 * Sanitizers under test, each with its places of the short form: one whose texts are markup, and one whose texts are
 * not. The tests' browser has a built-in one, which many members' browsers lack.
 */
const WAYS = [
  {
    way: 'by the browser',
    prepare: async (): Promise<void> => undefined,
    short: ['agreements', 'chat: every kind of message'],
  },
  {
    way: 'by the library',
    prepare: async (page: Page): Promise<void> => {
      await page.addInitScript(() => {
        Reflect.deleteProperty(globalThis, 'Sanitizer');
        Reflect.deleteProperty(Document, 'parseHTML');
        Reflect.deleteProperty(Element.prototype, 'setHTML');
      });
    },
    short: ['agreements'],
  },
];
/** Places without markup need only one of the two. */
const needs = ({ takesMarkup }: Place, way: string): boolean => takesMarkup ?? way === 'by the browser';

test('the corpus is as large as it should be', () => {
  expect(PAYLOADS.length).toBeGreaterThan(1_200);
  expect(PUBLIC_COUNT).toBeGreaterThan(200);
});

for (const { way, prepare, short } of WAYS) {
  const meant = PLACES.filter((place) => needs(place, way));
  for (const { cases: places, form } of inTwoForms(meant, ({ name }) => name, short)) {
    test(
      `no script runs from what stands in ${places.map(({ name }) => name).join(', ')}, ${way}`,
      form,
      async ({ page, stack, expectFailures }) => {
        test.setTimeout(IS_WHOLE ? places.length * 1_800_000 : 300_000);
        // Payloads request missing pictures and addresses of other sites.
        expectFailures(/evil\.example/);
        // The sanitizer parses in an inert document, but the policy still checks its attributes. The result is
        // checked below.
        expectFailures(/policy stopped|Content Security Policy/);
        const dialogs = dismissDialogs(page);
        await prepare(page);
        await beLooker(page, stack);
        for (const place of places) {
          let shown = 0;
          for (const part of partsFor(place)) {
            await answerWith(page, place, part);
            await page.goto(place.path);
            await place.open?.(page);
            // A place that shows nothing would seem safe.
            await expect.poll(() => countShown(page, part)).toBe(part.length);
            expect.soft(await dangers(page), place.name).toEqual([]);
            shown += part.length;
          }
          await answerAsBefore(page);
          expect.soft(dialogs.splice(0), place.name).toEqual([]);
          process.stdout.write(
            `xss: ${place.name}, ${way}: ${shown} of ${PAYLOADS.length} payloads (${PUBLIC_COUNT} of a public list) on the page, none ran\n`,
          );
        }
      },
    );
  }
}

test('what does get in is found', async ({ page, stack, expectFailures }) => {
  expectFailures(/policy stopped|Content Security Policy/);
  await beLooker(page, stack);
  await page.goto('/contact');
  for (const html of [
    '<img src=x onerror=window.xss=1>',
    '<a href="java\tscript:window.xss=1">words</a>',
    '<iframe></iframe>',
  ]) {
    await page.evaluate((text) => {
      const planted = document.createElement('div');
      planted.id = 'planted';
      planted.innerHTML = text;
      document.body.append(planted);
    }, html);
    expect(await dangers(page)).toHaveLength(1);
    await page.evaluate(() => document.querySelector('#planted')?.remove());
  }
  expect(await dangers(page)).toEqual([]);
  await page.evaluate(() => Object.assign(window, { xss: 1 }));
  expect(await dangers(page)).toContain('a script ran');
});

for (const { way, prepare } of WAYS) {
  test(
    `what is meant well stays, ${way}`,
    inWholeUnless(way === 'by the library'),
    async ({ page, stack }) => {
      const [agreements] = PLACES;
      if (!agreements) throw new Error('there are no places');
      await prepare(page);
      await beLooker(page, stack);
      await answerWith(
        page,
        agreements,
        BENIGN.map(([text]) => ({ text, mark: '' })),
      );
      await page.goto(agreements.path);
      await agreements.open?.(page);
      for (const [, kept] of BENIGN)
        await expect(page.locator(`dialog[open] :is(${kept})`).first()).toBeAttached();
    },
  );
}

test('browser and library leave the same @whole', async ({ page, stack, expectFailures }) => {
  test.setTimeout(240_000);
  expectFailures(/evil\.example/);
  expectFailures(/policy stopped|Content Security Policy/);
  dismissDialogs(page);
  const [agreements] = PLACES;
  if (!agreements) throw new Error('there are no places');
  const pieces = marked([...PAYLOADS, ...WRITTEN, ...APART]);
  await beLooker(page, stack);
  const left: Record<string, readonly Seen[]>[] = [];
  for (const { prepare } of WAYS) {
    await prepare(page);
    await answerWith(page, agreements, pieces);
    await page.goto(agreements.path);
    await agreements.open?.(page);
    await expect.poll(() => countShown(page, pieces)).toBe(pieces.length);
    left.push(await remains(page));
  }
  await answerAsBefore(page);
  const [byBrowser, byLibrary] = left;
  const differ = pieces.filter(
    ({ mark }) => JSON.stringify(byBrowser?.[mark]) !== JSON.stringify(byLibrary?.[mark]),
  );
  expect(Object.keys(byBrowser ?? {})).toHaveLength(pieces.length);
  expect(new Set(differ.map(({ text }) => text))).toEqual(new Set(APART));
});
