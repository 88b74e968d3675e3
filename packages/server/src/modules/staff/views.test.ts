import { VIEWS_MAX } from '@krapao/contract/staff/views';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inWhole } from '../../testing/forms.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let cashier: StaffBrowser;
let finance: StaffBrowser;

beforeAll(async () => {
  server = await startTestServer({ settings: { consolePort: 0 } });
  [cashier, finance] = (await staffOf(server, 'cashier', 'finance')) as [StaffBrowser, StaffBrowser];
});
afterAll(() => server.stop());

const keep = (browser: StaffBrowser, more: Record<string, unknown> = {}) =>
  browser.call('POST /staff/api/views', { room: 'payouts', name: 'Held', filters: 'state=held', ...more });
const names = async (browser: StaffBrowser): Promise<string[]> =>
  (await browser.call('GET /staff/api/views')).body.items.map(({ name }: { name: string }) => name);

describe('views', () => {
  it('are kept for their owner, and seen by others only when shared', async () => {
    const { body } = await keep(cashier);
    expect(body.view).toMatchObject({ room: 'payouts', filters: 'state=held', isOwn: true, isShared: false });
    await keep(cashier, { name: 'All decided', filters: 'state=decided', isShared: true });
    expect(await names(cashier)).toEqual(['All decided', 'Held']);
    const { items } = (await finance.call('GET /staff/api/views')).body;
    expect(items).toMatchObject([{ name: 'All decided', isOwn: false, owner: { name: 'cashier 0' } }]);
  });

  it('are replaced by one of the same name, and forgotten by their owner alone', async () => {
    const { body } = await keep(cashier, { filters: '', isShared: true });
    expect(await names(cashier)).toEqual(['All decided', 'Held']);
    const { id } = body.view;
    expect((await finance.call(`DELETE /staff/api/views/${id}`)).code).toBe('NO_DATA');
    expect((await cashier.call(`DELETE /staff/api/views/${id}`)).status).toBe(200);
    expect((await cashier.call(`DELETE /staff/api/views/${id}`)).code).toBe('NO_DATA');
    expect(await names(finance)).toEqual(['All decided']);
    const acts = await finance.call(`GET /staff/api/audit?subject=${encodeURIComponent(`view ${id}`)}`);
    expect(acts.body.items.map(({ action }: { action: string }) => action)).toEqual([
      'view.forget',
      'view.keep',
      'view.keep',
    ]);
  });

  it('hold filters alone: no other address, no text of a page', async () => {
    for (const filters of ['//elsewhere.example', 'a=b#c', 'a=<b>', 'javascript:alert(1)', 'a=b&', 'a b']) {
      expect((await keep(cashier, { filters })).code, filters).toBe('KEY_INVALID');
    }
    expect((await keep(cashier, { room: 'nowhere' })).code).toBe('KEY_INVALID');
  });

  it('are limited for each person', inWhole, async () => {
    const kept = await Promise.all(
      Array.from({ length: VIEWS_MAX + 5 }, (_, index) => keep(finance, { name: `View ${index}` })),
    );
    expect(kept.filter(({ code }) => code === 'NOT_POSSIBLE')).toHaveLength(5);
    expect((await keep(finance, { name: kept.find(({ code }) => !code)?.body.view.name })).status).toBe(200);
  });
});
