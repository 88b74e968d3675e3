import { describe, expect, it } from 'vitest';
import { startSandbox } from './app.ts';
import { startWorld, temporaryFolder } from './testing/world.ts';

describe('the sandbox', () => {
  it('says in what way a call is none', async () => {
    const world = await startWorld();
    expect(await world.control('GET', '/nothing/here')).toEqual({
      status: 404,
      body: { error: 'not_found', message: 'no such call: GET' },
    });
    const answer = await fetch(`${world.url}/control/faults`, { method: 'POST', body: 'a=1' });
    expect(answer.status).toBe(415);
    const huge = await world.control('POST', '/control/faults', { port: 'x'.repeat(70_000) });
    expect(huge.status).toBe(413);
  });

  it('serves its page and what the page needs, from itself alone', async () => {
    const world = await startWorld();
    const page = await fetch(`${world.url}/`);
    const text = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const wanted = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(wanted.length).toBeGreaterThan(3);
    const fonts = await (await fetch(`${world.url}/assets/fonts.css`)).text();
    wanted.push(...[...fonts.matchAll(/url\(([^)]+)\)/g)].map(([, path]) => path ?? ''));
    for (const path of wanted) expect([path, (await fetch(world.url + path)).status]).toEqual([path, 200]);
    expect(text).not.toMatch(/https?:\/\//);
  });

  it('keeps other websites out of the control', async () => {
    const world = await startWorld();
    const answer = await fetch(`${world.url}/control/faults`, {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status).toBe(403);
  });

  it('refuses a port in use and leaves the state of whoever has it alone', async () => {
    const world = await startWorld();
    await expect(startSandbox({ port: world.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect((await world.control('GET', '/control/faults')).status).toBe(200);
  });

  it('keeps messages, orders, payments, payouts, transfers and gifts over a restart', async () => {
    const dataFolder = await temporaryFolder();
    const first = await startWorld({ dataFolder });
    const callbackUrl = 'http://127.0.0.1:9/never';
    await first.call('POST', '/sms/messages', { reference: 'm', to: '0812345678', text: 'code 123456' });
    await first.call('POST', '/gateway/KBANK/orders', {
      reference: 'o',
      amount: '20.00',
      expiresAt: '2100-01-01T00:00:00Z',
      callbackUrl,
    });
    await first.control('POST', '/control/qr/o/pay', { amount: 19 });
    await first.call('POST', '/bank/payouts', {
      reference: 'p',
      amount: '7.00',
      toBankCode: 'SCB',
      toAccountNo: '1',
      toAccountName: 'x',
      callbackUrl,
    });
    const gift = { amount: 10, people: 3 };
    const { link } = (await first.control<{ link: string }>('POST', '/control/gift', gift)).body;
    const voucher = `/gift/campaign/vouchers/${link.split('=')[1]}`;
    const mobile = '0812345678';
    await first.call('POST', `${voucher}/redeem`, { mobile, voucher_hash: link.split('=')[1] });
    await first.control('POST', '/control/wallet/transfer', { fromPhone: mobile, toWallet: 'w', amount: 2 });
    await first.control('POST', '/control/bank/transfer', {
      fromBankCode: 'SCB',
      fromAccountNo: '0009876543',
      fromName: 'x',
      toAccountNo: '0001234572',
      amount: 3,
    });
    const look = async (world: typeof first) => [
      (await world.call('GET', `${voucher}/verify?mobile=${mobile}`)).body,
      (await world.call('GET', '/ewallet/feed')).body,
      (await world.call('GET', '/bank/feed')).body,
      (await world.control('GET', '/control/sms')).body,
      (await world.call('GET', '/gateway/KBANK/orders/o')).body,
      (await world.call('GET', '/gateway/KBANK/payments')).body,
      (await world.control('GET', '/control/payouts')).body,
    ];
    const seen = await look(first);
    await first.stop();
    expect(await look(await startWorld({ dataFolder }))).toEqual(seen);
  });
});
