import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { HolderNameError, HolderNames } from './names.ts';
import { SenderFinder } from './service.ts';
import { createLogger } from '../../kernel/logger.ts';

describe('names of account holders, for staff', () => {
  let server: TestServer;
  let holders: HolderNames;
  let senders: SenderFinder;

  beforeAll(async () => {
    server = await startTestServer();
    holders = new HolderNames(server.database);
    senders = new SenderFinder({ database: server.database, logger: createLogger('silent') });
  });
  afterAll(() => server.stop());

  const rename = async (bankAccountNo: string) => {
    const member = await server.members.join({ bankCode: 'BAY', bankAccountNo });
    const body = { bankCode: 'BAY', bankAccountName: 'somying meesuk' };
    await member.api.ok('PUT /api/account/bankAccountName', { body });
    return member.registration.username;
  };
  const listed = async (phone: string) => (await holders.unproven()).find((one) => one.phone === phone);

  it('are listed when they do not count, and count once approved', async () => {
    const phone = await rename('1111121311');
    const shown = { bankCode: 'BAY', accountNo: 'xxxxx2131x', name: 'MS SOMYING M' };
    expect(await listed(phone)).toMatchObject({
      bankAccountNo: '1111121311',
      shownName: 'SOMYING MEESUK',
      names: ['SOMYING JAIDEE'],
    });
    expect(await senders.find(shown)).toBe('name_mismatch');
    expect(await holders.approve(phone)).toBe('SOMYING MEESUK');
    expect(await holders.approve(phone)).toBe('SOMYING MEESUK');
    expect(await senders.find(shown)).toMatchObject({ currency: 'BAHT' });
    expect(await listed(phone)).toBeUndefined();
  });

  it('can be another than the shown one, and can be stopped from counting', async () => {
    const phone = await rename('1111141511');
    const shown = { bankCode: 'BAY', accountNo: 'xxxxx4151x', name: 'นาง สมหญิง ม' };
    await holders.approve(phone, 'สมหญิง มีสุข');
    expect(await senders.find(shown)).toMatchObject({ currency: 'BAHT' });
    await holders.forget(phone, 'สมหญิง มีสุข');
    expect(await senders.find(shown)).toBe('name_mismatch');
  });

  it.each([
    ['an unknown phone', () => holders.approve('0999999999')],
    ['an empty name', async () => holders.approve(await rename('1111161711'), '  ')],
    ['a name that does not count', async () => holders.forget(await rename('1111181911'), 'NOBODY')],
  ])('are refused with %s, in a line', async (_, refused) => {
    await expect(refused()).rejects.toBeInstanceOf(HolderNameError);
  });

  it('of members who were renamed to the same name are not listed', async () => {
    const member = await server.members.join({ bankCode: 'BAY' });
    const body = { bankCode: 'BAY', bankAccountName: 'Somying  Jaidee' };
    await member.api.ok('PUT /api/account/bankAccountName', { body });
    expect(await listed(member.registration.username)).toBeUndefined();
  });
});
