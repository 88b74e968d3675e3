import { expect } from '@playwright/test';
import { openAsMember, test } from './support/browser.ts';
import { BENIGN, PAYLOADS, PUBLIC_COUNT } from './xss/corpus.ts';
import { dangers } from './xss/look.ts';
import { answerWith, PLACES, type Place } from './xss/places.ts';

/** How many looks a place is worth here; all of them are `npm run torture -- xss`. */
const LOOKS = process.env.XSS_LOOKS ? Number(process.env.XSS_LOOKS) : 2;

/** The corpus in parts of so many; the first ones, and those from its end. */
function partsFor({ atOnce }: Place): string[][] {
  const parts: string[][] = [];
  for (let at = 0; at < PAYLOADS.length; at += atOnce) parts.push(PAYLOADS.slice(at, at + atOnce));
  return parts.length <= LOOKS ? parts : [...parts.slice(0, LOOKS - 1), ...parts.slice(-1)];
}

test('the corpus is as large as it should be', () => {
  expect(PAYLOADS.length).toBeGreaterThan(1_200);
  expect(PUBLIC_COUNT).toBeGreaterThan(200);
});

for (const place of PLACES) {
  test(`no script runs from what stands in the ${place.name}`, async ({ page, stack, expectFailures }) => {
    test.setTimeout(LOOKS > 2 ? 1_800_000 : 120_000);
    // Pictures that are not there, and addresses of other sites, are what payloads ask for.
    expectFailures(/evil\.example/);
    // The sanitizer reads in a document that nothing runs in, whose attributes the policy judges all the same. What
    // remains of them is looked for below.
    expectFailures(/policy stopped|Content Security Policy/);
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await openAsMember(page, stack);
    let shown = 0;
    for (const part of partsFor(place)) {
      const sign = `sign-${shown}`;
      await answerWith(page, place, [`<b>${sign}</b>`, ...part]);
      await page.goto(place.path);
      await place.open?.(page);
      await page.getByText(sign).first().waitFor({ state: 'attached', timeout: 60_000 });
      expect(await dangers(page)).toEqual([]);
      shown += part.length;
    }
    expect(dialogs).toEqual([]);
    process.stdout.write(
      `xss: ${place.name}: ${shown} of ${PAYLOADS.length} payloads (${PUBLIC_COUNT} of a public list), none ran\n`,
    );
  });
}

test('what is meant well stays', async ({ page, stack }) => {
  const [agreements] = PLACES;
  if (!agreements) throw new Error('there are no places');
  await openAsMember(page, stack);
  await answerWith(
    page,
    agreements,
    BENIGN.map(([html]) => html),
  );
  await page.goto(agreements.path);
  await agreements.open?.(page);
  for (const [, kept] of BENIGN)
    await expect(page.locator(`dialog[open] :is(${kept})`).first()).toBeAttached();
});
