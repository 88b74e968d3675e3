import { call } from '../lib/http.ts';
import { t } from '../lib/i18n/i18n.ts';
import { parseTyped } from '../lib/money.ts';
import { readFound, readMovement } from './movement.ts';
import { defineOperation } from './operation.ts';

/** The held balance that the player saw, as decimal text: another one is another intent. */
interface HeldContent {
  held: string;
}

/** Pays the held balance out. */
export const heldWithdraw = defineOperation({
  name: 'heldWithdraw',
  routes: ['POST /api/protection/held/withdraw'],
  title: 'held.withdraw',
  unknown: 'held.unknownMsg',
  closes: [],
  refreshes: ['GET /api/wallet', 'GET /api/protection', 'POST /api/statement'],
  isRepeatable: true,
  isOnce: false,
  request: (_content: HeldContent, idempotencyKey) =>
    call('POST /api/protection/held/withdraw', { idempotencyKey }),
  read: readMovement,
  trace: async (_content, look) => readFound(await look.receiptFor('heldWithdraw')),
  // The general text says that the money is back in the main wallet.
  refusal: (code) => (code === 'TRANSFER_FAIL' ? t('held.refusedMsg') : undefined),
  amountOf: ({ held }) => parseTyped(held),
});
