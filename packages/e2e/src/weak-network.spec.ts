import { expect, type Page, type Route } from '@playwright/test';
import { openAsMember } from './support/browser.ts';
import { inWholeUnless } from './support/forms.ts';
import { ACTIONS, type Action } from './weak-network/actions.ts';
import { test } from './weak-network/stack.ts';

/** Point of the connection's break, and the player's reaction. */
const CUTS = [
  'before sending',
  'before the answer',
  'and the page is reloaded',
  'and nothing was sent',
] as const;
type Cut = (typeof CUTS)[number];

/**
 * Every action with every cut takes minutes: `WEAK_NETWORK=all` turns it on. Otherwise each action is cut at
 * its most critical point, and the withdrawal at all of them.
 */
const SHORT: Readonly<Partial<Record<string, readonly Cut[]>>> = {
  withdraw: CUTS,
  'transfer in': ['before the answer'],
  'transfer all': ['and the page is reloaded'],
  gift: ['and the page is reloaded'],
  slip: ['before the answer'],
  refund: ['and the page is reloaded'],
  spin: ['and the page is reloaded'],
};

/** Actions and cuts of the short form: each cut of those without an answer once. */
const IN_SHORT_FORM = new Set([
  'withdraw, before the answer',
  'withdraw, and nothing was sent',
  'transfer all, and the page is reloaded',
]);

const cutsOf = (name: string): readonly Cut[] =>
  process.env.WEAK_NETWORK === 'all' ? CUTS : (SHORT[name] ?? []);

const UNSURE = 'ยังไม่ทราบผลรายการล่าสุด กำลังตรวจสอบให้';
const DONE = /สำเร็จแล้ว|ระบบรับรายการแล้ว/;
const NOTHING = /ยังไม่มีผลในระบบ ทำรายการใหม่ได้/;
const API = '**/api/**';

for (const [name, action] of Object.entries(ACTIONS)) {
  for (const cut of cutsOf(name)) {
    test(
      `${name}: the connection is cut ${cut}`,
      inWholeUnless(IN_SHORT_FORM.has(`${name}, ${cut}`)),
      async ({ page, stack, counterparties }) => {
        const member = await openAsMember(page, stack, await action.prepare(stack, counterparties));
        const scene = { page, stack, counterparties, member };
        expect(await action.times(scene)).toBe(0);
        const press = await action.open(scene);

        if (cut === 'and nothing was sent') {
          await page.context().setOffline(true);
          await press();
          await expect(page.getByText('ยังไม่ได้ส่งรายการ เงินไม่เคลื่อนไหว').first()).toBeVisible();
          await page.context().setOffline(false);
          // It is not sent later either.
          await page.waitForResponse((reply) => reply.url().endsWith('/api/wallet'));
          expect(await page.evaluate(() => localStorage.getItem('intents'))).toBeNull();
          expect(await action.times(scene)).toBe(0);
          return;
        }

        const heal = await cutAt(page, action, cut);
        await press();
        await heal.whenCut;
        if (cut === 'and the page is reloaded') {
          // Restored only for the next page: the earlier one must not get the answer in its last moment.
          await page.reload({ waitUntil: 'commit' });
          await heal();
        } else {
          await expect(page.getByText(UNSURE)).toBeVisible();
          await heal();
        }
        const isDone = await told(page, action);
        await expect(page.getByText(UNSURE)).toBeHidden();
        // The reported outcome is the real one, and the action happened at most once.
        expect(await action.times(scene)).toBe(isDone ? 1 : 0);
        // A request that reached the server was processed, and is never reported otherwise.
        if (cut !== 'before sending') expect(isDone).toBe(true);
      },
    );
  }
}

/**
 * Breaks every call from now on, the action's own at the requested point. @returns a function that restores
 * them
 */
async function cutAt(page: Page, { path }: Action, cut: Exclude<Cut, 'and nothing was sent'>) {
  let resolve = () => {};
  const whenCut = new Promise<void>((done) => {
    resolve = done;
  });
  let isCut = false;
  const handle = async (route: Route) => {
    const request = route.request();
    const isAction = path.test(new URL(request.url()).pathname) && isSending(request.method(), request.url());
    if (isAction && !isCut && cut !== 'before sending') {
      await route.fetch();
      isCut = true;
      resolve();
      // Without the page there is no request to abort.
      if (cut === 'before the answer') await route.abort('connectionreset');
      return;
    }
    if (isAction) {
      isCut = true;
      resolve();
    }
    if (isCut) await route.abort('connectionreset');
    else await route.fallback();
  };
  await page.route(API, handle);
  return Object.assign(() => page.unroute(API, handle), { whenCut });
}

/** A QR is created and queried at the same address. */
const isSending = (method: string, url: string) => method === 'POST' || !url.includes('/qrcode/');

/** Waits until the page shows the outcome. @returns whether it shows success */
async function told(page: Page, { doneWords }: Action): Promise<boolean> {
  const done = page.getByText(doneWords ? new RegExp(`${DONE.source}|${doneWords.source}`) : DONE);
  const nothing = page.getByText(NOTHING);
  await expect(done.or(nothing).first()).toBeVisible({ timeout: 30_000 });
  return !(await nothing.isVisible());
}
