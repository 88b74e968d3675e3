import { afterAll, beforeAll, expect, it } from 'vitest';
import { Freezing } from '../modules/controls/freezing.ts';
import { Switches } from '../modules/controls/switches.ts';
import type { TestMember } from '../testing/members.ts';
import type { PayoutView } from '../testing/counterparties-world.ts';
import { SHELL } from '../testing/staff.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { lookAtStuckMoney } from './stuck-money.ts';

const ACT = { by: 'Somsri', reason: 'a report of theft' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ settings: { payoutDelayHours: 24 } });
});
afterAll(() => server.stop());

const withdraw = (member: TestMember) =>
  member.api.ok('POST /api/wallet/withdraw', { body: { amount: 200 } });
/** Changes the name of the member's bank account, which delays their payouts by a day. */
const rename = ({ api, registration }: TestMember) =>
  api.ok('PUT /api/account/bankAccountName', {
    body: { bankCode: registration.bankCode, bankAccountName: 'SOMYING MAI' },
  });
const look = async () => {
  await server.workOff();
  const { payoutsWaiting, payoutsHeld } = await lookAtStuckMoney(server.database);
  return {
    waiting: payoutsWaiting.count,
    ...Object.fromEntries(payoutsHeld.map(({ by, count }) => [by, count])),
  };
};

it('payouts that we hold back are counted apart from those that wait for the bank', async () => {
  const handedOver = await server.members.joinWith(500);
  await withdraw(handedOver);
  await server.workOff();
  expect(await server.world.control<PayoutView[]>('GET', '/payouts')).toHaveLength(1);
  const delayed = [await server.members.joinWith(500), await server.members.joinWith(500)];
  for (const member of delayed) {
    await rename(member);
    await withdraw(member);
  }
  expect(await look()).toEqual({ waiting: 1, freeze: 0, stop: 0, delay: 2, review: 0 });

  const freezing = new Freezing(server.database);
  for (const { registration } of [handedOver, delayed[0]!])
    await freezing.set(registration.username, true, ACT, SHELL);
  // A payout at the bank cannot be held back.
  expect(await look()).toEqual({ waiting: 1, freeze: 1, stop: 0, delay: 1, review: 0 });

  const switches = new Switches(server.database);
  await switches.set('payouts', true, ACT);
  expect(await look()).toEqual({ waiting: 1, freeze: 1, stop: 1, delay: 0, review: 0 });
  await switches.set('payouts', false, ACT);
  expect(await look()).toEqual({ waiting: 1, freeze: 1, stop: 0, delay: 1, review: 0 });
  expect(await server.world.control<PayoutView[]>('GET', '/payouts')).toHaveLength(1);
});
