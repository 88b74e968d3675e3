import { describe, expect, it } from 'vitest';
import { opnWorld, RECIPIENT, shown } from '../testing/opn.ts';
import { startWorld, temporaryFolder } from '../testing/world.ts';

const BAD_REQUEST = { status: 400, body: { object: 'error', code: 'bad_request' } };

describe('a recipient of Opn', () => {
  it('is added with a bank account, by JSON or a form, and can receive at once', async () => {
    const { ask, find } = await opnWorld();
    const added = await ask('/recipients', { json: RECIPIENT });
    expect(added).toMatchObject({
      status: 200,
      body: {
        object: 'recipient',
        verified: true,
        active: true,
        bank_account: { object: 'bank_account', brand: 'kbank', bank_code: 'kbank', last_digits: '6789' },
      },
    });
    expect(await find(`/recipients/${shown(added).id}`)).toEqual(added.body);
    const form = {
      name: 'x',
      type: 'individual',
      'bank_account[bank_code]': 'scb',
      'bank_account[number]': '0123456789',
      'bank_account[name]': 'x',
    };
    expect(await ask('/recipients', { form })).toMatchObject({
      status: 200,
      body: { bank_account: { brand: 'scb' } },
    });
  });

  it.each([
    [{ type: 'person' }],
    [{ bank_account: { ...RECIPIENT.bank_account, brand: 'none' } }],
    [{ bank_account: { ...RECIPIENT.bank_account, number: 'x' } }],
    [{ bank_account: undefined }],
  ])('is not added with %j', async (change) => {
    const { ask } = await opnWorld();
    expect(await ask('/recipients', { json: { ...RECIPIENT, ...change } })).toMatchObject(BAD_REQUEST);
  });
});

describe('a transfer of Opn', () => {
  it('waits, is paid by the control call, and events tell of both steps', async () => {
    const { transfer, find, world, drive, told } = await opnWorld();
    const made = await transfer({ metadata: { ref: 'PAY1' } });
    expect(made).toMatchObject({
      status: 200,
      body: {
        object: 'transfer',
        amount: 50_025,
        fee: 2_804,
        fee_vat: 196,
        total_fee: 3_000,
        net: 47_025,
        sendable: true,
        sent: false,
        paid: false,
        failure_code: null,
        metadata: { ref: 'PAY1' },
      },
    });
    const { id } = shown(made);
    expect((await world.control('GET', '/control/payouts?state=accepted')).body).toMatchObject([
      { id, amount: 470.25, toBankCode: 'KBANK', toAccountNo: '0123456789' },
    ]);
    expect(await find('/balance')).toMatchObject({ total: 100_000_000, transferable: 99_949_975 });
    await drive(`/control/payouts/${id}`, { result: 'done' });
    expect(await find(`/transfers/${id}`)).toMatchObject({ sent: true, paid: true, sendable: false });
    await expect.poll(told).toEqual([`transfer.create ${id}`, `transfer.pay ${id}`, `transfer.send ${id}`]);
    expect(await find('/balance')).toMatchObject({ total: 99_949_975, transferable: 99_949_975 });
  });

  it('is in the list of its period, a page at a time', async () => {
    const { transfer, clock, ask } = await opnWorld();
    const first = shown(await transfer());
    clock.forward(60_000);
    const others = [shown(await transfer()), shown(await transfer())];
    const from = encodeURIComponent(new Date(clock.now() - 1_000).toISOString());
    expect(await ask('/transfers?limit=1&offset=1')).toMatchObject({
      status: 200,
      body: { object: 'list', order: 'chronological', offset: 1, limit: 1, total: 3, data: [others[0]] },
    });
    expect(await ask(`/transfers?from=${from}`)).toMatchObject({ body: { total: 2, data: others } });
    const until = `to=${from}&order=reverse_chronological`;
    expect(await ask(`/transfers?${until}`)).toMatchObject({ body: { total: 1, data: [first] } });
    expect(await ask('/transfers?from=soon')).toMatchObject(BAD_REQUEST);
  });

  it('is sent, and fails after that: the money is there again', async () => {
    const { transfer, find, drive, world, told } = await opnWorld();
    const { id } = shown(await transfer());
    const path = `/control/opn/transfers/${id}`;
    expect(await drive(path, { sent: true })).toMatchObject({ sent: true, paid: false });
    expect(await drive(path, { failure_code: 'invalid_recipient' })).toMatchObject({
      failure_code: 'invalid_recipient',
      failure_message: 'Invalid recipient.',
    });
    await expect.poll(told).toEqual([`transfer.create ${id}`, `transfer.fail ${id}`, `transfer.send ${id}`]);
    expect(await find('/balance')).toMatchObject({ transferable: 100_000_000 });
    expect((await world.control('POST', path, { sent: true })).status).toBe(409);
    expect((await world.control('GET', '/control/payouts?state=refused')).body).toMatchObject([{ id }]);
  });

  it('is refused by the control call of payouts', async () => {
    const { transfer, find, drive, told } = await opnWorld();
    const { id } = shown(await transfer());
    await drive(`/control/payouts/${id}`, { result: 'refused' });
    expect(await find(`/transfers/${id}`)).toMatchObject({ failure_code: 'transfer_failed', paid: false });
    await expect.poll(told).toEqual([`transfer.create ${id}`, `transfer.fail ${id}`]);
  });

  it('given again with its key is the same; without one it is another', async () => {
    const { transfer } = await opnWorld();
    const first = shown(await transfer({ idemp_key: 'P1' }));
    expect(shown(await transfer({ idemp_key: 'P1' })).id).toBe(first.id);
    expect(shown(await transfer()).id).not.toBe(first.id);
  });

  it.each([
    [{ amount: 100_000_001 }],
    [{ amount: 3_000 }],
    [{ amount: 0 }],
    [{ amount: '5.5' }],
    [{ recipient: undefined }],
  ])('is not made with %j', async (change) => {
    const { transfer, world } = await opnWorld();
    expect(await transfer(change)).toMatchObject(BAD_REQUEST);
    expect((await world.control('GET', '/control/payouts')).body).toEqual([]);
  });

  it('needs a recipient that exists and is active', async () => {
    const { ask, transfer, drive } = await opnWorld();
    expect((await transfer({ recipient: 'recp_test_none' })).status).toBe(404);
    const { id } = shown(await ask('/recipients', { json: RECIPIENT }));
    await drive(`/control/opn/recipients/${id}`, { active: false });
    expect(await transfer({ recipient: id })).toMatchObject(BAD_REQUEST);
    await drive(`/control/opn/recipients/${id}`, { active: true });
    expect((await transfer({ recipient: id })).status).toBe(200);
  });

  it('survives a restart, its recipient too', async () => {
    const dataFolder = await temporaryFolder();
    const { transfer, world } = await opnWorld({ dataFolder });
    const { id } = shown(await transfer());
    await world.stop();
    const again = await startWorld({ dataFolder });
    expect((await again.control('GET', '/control/opn/transfers')).body).toMatchObject([
      { id, amount: 50_025, bank_account: { last_digits: '6789' } },
    ]);
    expect((await again.control('POST', `/control/payouts/${id}`, { result: 'done' })).status).toBe(200);
  });
});
