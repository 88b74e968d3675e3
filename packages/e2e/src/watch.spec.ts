import { expect } from '@playwright/test';
import { test } from './support/browser.ts';
import { register } from './support/member.ts';

test('what must never happen is seen, in a context of the test’s own too', async ({
  page: given,
  browser,
  stack,
  counterparties,
  watch,
  expectFailures,
}) => {
  expectFailures(/./);
  const member = await register(stack.url, counterparties);
  // A token counts as a secret once it has opened a session.
  await member.api.ok('GET /api/wallet');
  const context = await browser.newContext();
  for (const page of [given, await context.newPage()]) {
    watch.mishaps.length = 0;
    await page.route('https://elsewhere.example/**', (route) => route.abort());
    await page.goto(`${stack.url}/contact?word=${member.api.token}`);
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        '<i style="color: red" onclick="window.xss = 1">words</i>',
      );
      new Image().src = 'https://elsewhere.example/a.png';
      setTimeout(() => {
        throw new Error('nobody catches this');
      });
    });
    for (const mishap of [
      /^policy stopped style-src/,
      /^policy stopped script-src/,
      /^asks https:\/\/elsewhere\.example/,
      /^a session token in an address of 127\.0\.0\.1/,
      /^uncaught: Error: nobody catches this/,
    ]) {
      await expect.poll(() => watch.mishaps).toContainEqual(expect.stringMatching(mishap));
    }
  }
  await context.close();
});
