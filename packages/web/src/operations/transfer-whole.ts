import { call } from '../lib/http.ts';
import { parseTyped } from '../lib/money.ts';
import { readFound, readMovement } from './movement.ts';
import { defineOperation } from './operation.ts';

/** `balance`: the main wallet's balance that the player saw, as decimal text. */
interface TransferWholeContent {
  to: string;
  balance: string;
}

/** Moves the whole main wallet to a game. */
export const transferWhole = defineOperation({
  name: 'transferAll',
  routes: ['POST /api/wallet/transferAll'],
  title: 'transfer.title',
  unknown: 'transfer.unknownMsg',
  closes: ['transfer', 'game-account'],
  refreshes: ['GET /api/wallet', 'POST /api/statement'],
  isRepeatable: true,
  isOnce: false,
  request: ({ to }: TransferWholeContent, idempotencyKey) =>
    call('POST /api/wallet/transferAll', { body: { to }, idempotencyKey }),
  read: readMovement,
  trace: async (_content, look) => readFound(await look.receiptFor('transferAll')),
  amountOf: ({ balance }) => parseTyped(balance),
});
