import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { test as base } from './support/browser.ts';
import { stackDatabase } from './support/database.ts';
import { register } from './support/member.ts';
import { startStack, type Stack } from './support/stack.ts';

interface Portal {
  /** A site other than the app's, which shows the app in a frame. */
  url: string;
  /** Content of the frame. */
  framed: string;
}

/**
 * An operator's portal that shows the app in a frame: `localhost` is another site than the app's 127.0.0.1.
 */
const test = base.extend<object, { portal: Portal; stack: Stack }>({
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter to see what is needed
    async ({}, use) => {
      const portal: Portal = { url: '', framed: '' };
      const server = createServer((_request, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(
          `<title>Portal</title><iframe src="${portal.framed}" width="380" height="800"></iframe>`,
        );
      }).listen(0);
      await once(server, 'listening');
      portal.url = `http://localhost:${(server.address() as AddressInfo).port}`;
      await use(portal);
      server.close();
      server.closeAllConnections();
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ portal }, use) => {
      const stack = await startStack({ database: stackDatabase, env: { FRAME_ANCESTORS: portal.url } });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test('where the browser lets a frame keep nothing, the log-in says so and a window of its own keeps it', async ({
  page,
  context,
  stack,
  portal,
  counterparties,
  expectFailures,
}) => {
  expectFailures(new RegExp(`^asks ${portal.url}`));
  const member = await register(stack.url, counterparties);
  portal.framed = `${stack.url}/login`;
  await page.goto(portal.url);
  const frame = page.frameLocator('iframe');
  const note = frame.getByRole('note');
  await expect(note).toContainText('คุณจะต้องเข้าสู่ระบบอีกครั้ง');

  // The notice is true: the log-in works, and a reload ends it.
  await frame.getByLabel('เบอร์โทรศัพท์').fill(member.username);
  await frame.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await frame.getByRole('button', { name: 'เข้าสู่ระบบ' }).tap();
  await expect(frame.getByRole('navigation', { name: 'เมนูหลัก' })).toBeVisible();
  await page.reload();
  await expect(note).toBeVisible();

  const opened = context.waitForEvent('page');
  await note.getByRole('link', { name: 'เปิดในหน้าต่างใหม่' }).tap();
  const own = await opened;
  await expect(own.getByRole('button', { name: 'เข้าสู่ระบบ' })).toBeVisible();
  await expect(own.getByRole('note')).toHaveCount(0);
  await own.getByLabel('เบอร์โทรศัพท์').fill(member.username);
  await own.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await own.getByRole('button', { name: 'เข้าสู่ระบบ' }).tap();
  await expect(own).toHaveURL('/user/home');
  await own.reload();
  await expect(own).toHaveURL('/user/home');
});
