import { z } from 'zod';
import { readReply } from '../support/api.ts';
import { exchange } from '../support/exchange.ts';
import type { Payout } from '../support/counterparties.ts';
import { providerOf, type Press, type Step } from './vocabulary.ts';
import { depositByBank, depositByGift, depositByQr, depositBySlip, depositByWallet } from './deposits.ts';
import { BONUS_CODE } from './content.ts';
import { satangOf } from './expectations.ts';
import { call, press, type Actor, type Ending, type StepNo, type World } from './world.ts';

const payoutList = z.array(
  z.object({
    id: z.string(),
    amount: z.number(),
    toBankCode: z.string(),
    toAccountNo: z.string(),
    state: z.enum(['accepted', 'done', 'refused']),
    acceptedAt: z.string(),
  }),
);

/** Performs a step. @returns its ending */
export async function perform(world: World, step: Step & { press: Press }, no: StepNo): Promise<Ending> {
  const how = step.press;
  switch (step.kind) {
    case 'qr':
      return depositByQr(world, step, how);
    case 'bank':
      return depositByBank(world, step);
    case 'slip':
      return depositBySlip(world, step, how);
    case 'gift':
      return depositByGift(world, step, how, no);
    case 'ewallet':
      return depositByWallet(world, step);
    case 'payouts':
      return decidePayouts(world, step.result, step.count);
    case 'play':
      return play(world, step);
    default:
      return move(world, step, how, no);
  }
}

/** Performs a member's own money movement. */
async function move(
  world: World,
  step: Exclude<Step, { kind: 'qr' | 'bank' | 'slip' | 'gift' | 'ewallet' | 'payouts' | 'play' }>,
  how: Press,
  no: StepNo,
): Promise<Ending> {
  const actor = world.actors[step.member] as Actor;
  switch (step.kind) {
    case 'move': {
      const { from, to, amount } = step;
      return press(world, actor, how, 'POST /api/wallet/transfer', { from, to, amount }, no);
    }
    case 'moveAll':
      return press(world, actor, how, 'POST /api/wallet/transferAll', { to: step.to }, no);
    case 'collect': {
      const headers = { 'idempotency-key': `step-${no}` };
      return (
        (await call(world, actor, how.server, 'POST /api/wallet/collect', { headers }))?.end ?? 'CUT_OFF'
      );
    }
    case 'withdraw':
      return withdrew(
        actor,
        await press(world, actor, how, 'POST /api/wallet/withdraw', { amount: step.amount }, no),
      );
    case 'withdrawAll': {
      const wallet = await call(world, actor, how.server, 'GET /api/wallet');
      if (wallet?.end !== 'OK') return wallet?.end ?? 'CUT_OFF';
      const { amount } = readReply('GET /api/wallet', wallet.reply).wallet;
      return withdrew(actor, await press(world, actor, how, 'POST /api/wallet/withdrawAll', { amount }, no));
    }
    case 'cancel': {
      const transferId = actor.lastWithdrawal;
      if (!transferId) return 'NOTHING';
      const key = 'DELETE /api/wallet/withdraw/:transferId';
      return (await call(world, actor, how.server, key, { params: { transferId } }))?.end ?? 'CUT_OFF';
    }
    case 'takeBonus': {
      const params = { code: BONUS_CODE };
      return (
        (await call(world, actor, how.server, 'GET /api/bonus/activate/:code', { params }))?.end ?? 'CUT_OFF'
      );
    }
    case 'endBonus':
      return (await call(world, actor, how.server, 'GET /api/bonus/clear'))?.end ?? 'CUT_OFF';
    case 'read':
      return read(world, actor, step.what, how.server);
  }
}

function withdrew(actor: Actor, end: Ending): Ending {
  if (end === 'OK' || end === 'PENDING') actor.lastWithdrawal = actor.lastMovement;
  return end;
}

async function read(
  world: World,
  actor: Actor,
  what: Extract<Step, { kind: 'read' }>['what'],
  server: number,
): Promise<Ending> {
  const body = { page: 1, limit: 20 };
  const reading = () => {
    switch (what) {
      case 'wallet':
        return call(world, actor, server, 'GET /api/wallet');
      case 'games':
        return call(world, actor, server, 'GET /api/wallet/refresh/slot');
      case 'statement':
        return call(world, actor, server, 'POST /api/statement', { body });
      case 'slips':
        return call(world, actor, server, 'POST /api/statement/slip', { body });
      case 'qr':
        return call(world, actor, server, 'GET /api/qrcode/:provider', { params: { provider: 'KBANK' } });
      case 'receipt': {
        const transferId = actor.lastMovement;
        if (!transferId) return undefined;
        return call(world, actor, server, 'GET /api/statement/item/:transferId', { params: { transferId } });
      }
    }
  };
  const answering = reading();
  return answering ? ((await answering)?.end ?? 'CUT_OFF') : 'NOTHING';
}

/** Plays rounds at the provider, if the credit there covers them. */
async function play(world: World, step: Extract<Step, { kind: 'play' }>): Promise<Ending> {
  const actor = world.actors[step.member] as Actor;
  const { bet, win, rounds } = step;
  const body = { provider: providerOf(step.game), username: actor.usernames[step.game], bet, win, rounds };
  const { status } = await exchange(`${world.counterparties.url}/control/play`, { method: 'POST', body });
  if (status === 409) return 'MONEY_NOT_ENOUGH';
  if (status !== 200) world.expectations.violated(`playing answered ${status}`);
  return 'OK';
}

/** Makes the bank decide on the longest waiting payouts. */
export async function decidePayouts(
  world: World,
  result: 'done' | 'refused',
  count: number,
): Promise<Ending> {
  const waiting = await world.channels.control(payoutList, 'GET', '/control/payouts?state=accepted');
  const oldest = waiting.reverse().slice(0, count);
  for (const { id } of oldest) await decide(world, id, result);
  return oldest.length > 0 ? 'OK' : 'NOTHING';
}

async function decide(
  { counterparties, expectations }: World,
  id: string,
  result: 'done' | 'refused',
): Promise<void> {
  let payout: Payout;
  try {
    payout = await counterparties.decidePayout(id, result);
  } catch {
    // Another step has meanwhile decided on it the other way.
    return;
  }
  expectations.decided(id, {
    accountNo: payout.toAccountNo,
    satang: satangOf(payout.amount),
    state: result,
  });
}
