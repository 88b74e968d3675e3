import { Channels } from '../support/channels.ts';
import { newLaoPerson, register, walletAmount } from '../support/member.ts';
import { Counterparties } from '../support/counterparties.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import type { Fixtures } from './fixtures.ts';

/** The kip account of the demonstration's operator. */
const OPERATOR_ACCOUNT = '000120000456781001';

/**
 * Creates a member in Laos with a history: a Lao phone, a BCEL account, kip by bank transfer, a game, a
 * withdrawal.
 */
export async function assembleInLaos(stack: Stack): Promise<Fixtures> {
  const counterparties = new Counterparties(stack.sandbox.url);
  const member = await register(stack.url, counterparties, newLaoPerson());
  const channels = new Channels(stack.sandbox.url);
  for (const amount of [1_500_000, 350_000]) {
    const before = await walletAmount(member.api);
    await channels.bankTransfer({
      fromBankCode: member.bankCode,
      fromAccountNo: member.bankAccountNo,
      fromName: member.bankAccountName,
      toAccountNo: OPERATOR_ACCOUNT,
      amount,
    });
    await until(`${amount} kip arrive`, 15_000, async () => {
      return (await walletAmount(member.api)) === before + amount;
    });
  }
  await member.api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'PG' } });
  await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 250_000 } });
  await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 200_000 } });
  return { stack, counterparties, member };
}
