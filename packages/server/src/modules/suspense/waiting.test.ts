import { afterAll, beforeAll, expect, it } from 'vitest';
import { toMinor } from '@krapao/contract/money';
import { Ledger } from '../../ledger/ledger.ts';
import { createLogger } from '../../kernel/logger.ts';
import { SHELL } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { IncomingPayments } from '../incoming-payments/service.ts';
import { SuspenseService } from './service.ts';

let server: TestServer;
let suspense: SuspenseService;
beforeAll(async () => {
  server = await startTestServer();
  suspense = new SuspenseService({ database: server.database, ledger: new Ledger(server.database) });
});
afterAll(() => server.stop());

type Member = Awaited<ReturnType<TestServer['members']['join']>>;

const waitingOf = async (member: Member) => (await member.api.ok('GET /api/statement/waiting')).waiting;
const fromPhone = (fromPhone: string, amount: number) =>
  server.world.control('POST', '/wallet/transfer', { fromPhone, toWallet: '0600000011', amount });

it('shows a member the money of their own phone that is below the minimum, until it is given to them', async () => {
  const [member, other] = [await server.members.join(), await server.members.join()];
  const { username } = member.registration;
  await fromPhone(username, 1.25);
  await server.workOff();
  expect(await waitingOf(member)).toEqual([
    {
      _id: expect.any(String),
      from: 'EWALLET',
      amount: 1.25,
      createdAt: expect.any(String),
      reason: 'BELOW_MINIMUM',
    },
  ]);
  expect(await waitingOf(other)).toEqual([]);
  expect(await member.statement()).toEqual([]);
  const [waiting] = await waitingOf(member);
  await suspense.assign(waiting!._id, username, SHELL);
  expect(await waitingOf(member)).toEqual([]);
  expect(await member.statement()).toMatchObject([{ statementType: 'deposit', amount: 1.25 }]);
});

it('shows a member the money of their own account that has to be looked at, and nobody a stranger’s', async () => {
  const [member, other] = [await server.members.join(), await server.members.join()];
  const { bankCode, bankAccountNo } = member.registration;
  const incomingPayments = new IncomingPayments({
    ledger: new Ledger(server.database),
    logger: createLogger('silent'),
  });
  const senders = [bankAccountNo, `xxx${bankAccountNo.slice(-4)}`, '9876543210'];
  for (const fromAccountNo of senders) {
    await incomingPayments.credit({
      house: 'bank:0001234572',
      reference: `WAITS-${fromAccountNo}`,
      currency: 'BAHT',
      amount: toMinor(77)!,
      payee: null,
      detail: { provider: bankCode, fromAccountNo, unmatched: 'paid_by_qr' },
    });
  }
  // The owner of a masked account is unknown.
  expect(await waitingOf(member)).toMatchObject([{ reason: 'UNDER_REVIEW', amount: 77, from: bankCode }]);
  expect(await waitingOf(other)).toEqual([]);
});

it('is asked for by members only', async () => {
  expect(await server.api.refused('GET /api/statement/waiting')).toBe('UNAUTHORIZED');
});
