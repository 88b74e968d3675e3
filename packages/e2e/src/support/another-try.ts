import type { Page, Route } from '@playwright/test';

const tellBusy = (route: Route): Promise<void> =>
  route.fulfill({ status: 429, json: { message: 'REQUEST_LIMIT', requestId: 'busy' } });

/**
 * Refuses calls until the press that {@link seePress} watches. It also refuses automatic requests after a
 * money movement.
 */
export async function refuseUntilPress(
  page: Page,
  url: string | ((url: URL) => boolean),
  {
    refuse = tellBusy,
    isIt = () => true,
  }: { refuse?: typeof tellBusy; isIt?: (body: unknown) => boolean } = {},
): Promise<void> {
  await page.route(url, async (route) => {
    const isPressed = await page.evaluate(() => 'isPressed' in globalThis).catch(() => false);
    if (isPressed || !isIt(route.request().postDataJSON())) return route.fallback();
    return refuse(route);
  });
}

/** Watches for a press from now on; the refused calls pass after it. */
export const seePress = (page: Page): Promise<void> =>
  page.evaluate(() =>
    window.addEventListener('click', () => Object.assign(globalThis, { isPressed: true }), { capture: true }),
  );
