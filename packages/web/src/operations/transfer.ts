import { MAIN_WALLET } from '@krapao/contract/limits';
import { call } from '../lib/http.ts';
import { t } from '../lib/i18n/i18n.ts';
import { keptReply } from '../lib/kept.ts';
import { parseTyped } from '../lib/money.ts';
import type { Look, Receipt } from './look.ts';
import { readMovement, wireOf } from './movement.ts';
import { defineOperation, type Resolution } from './operation.ts';

/** Sides of a movement: `WALLET` or the code of a game. */
export interface Sides {
  from: string;
  to: string;
}

/** The amount is decimal text. */
interface TransferContent extends Sides {
  amount: string;
}

/** Moves credit to a game, back from it, or from game to game by way of the main wallet. */
export const transfer = defineOperation({
  name: 'transfer',
  routes: ['POST /api/wallet/transfer'],
  title: 'transfer.title',
  unknown: 'transfer.unknownMsg',
  closes: ['transfer', 'game-account'],
  refreshes: ['GET /api/wallet', 'POST /api/statement'],
  isRepeatable: true,
  isOnce: false,
  request: ({ amount, ...sides }: TransferContent, idempotencyKey) =>
    call('POST /api/wallet/transfer', { body: { ...sides, amount: wireOf(amount) }, idempotencyKey }),
  read: readMovement,
  trace: async (sides, look) => {
    const receipt = await look.receiptFor('transfer');
    return receipt && (isBetweenGames(sides) ? readLegs(sides, receipt, look) : readMovement(receipt));
  },
  amountOf: ({ amount }) => parseTyped(amount),
  // The general text says that the money is back in the wallet; from a game it never left.
  refusal: (code, sides) => {
    if (code !== 'TRANSFER_FAIL' || sides.from === MAIN_WALLET) return undefined;
    return isBetweenGames(sides) ? t('transfer.eitherMsg', namesOf(sides)) : t('transfer.stayedMsg');
  },
});

export const isBetweenGames = ({ from, to }: Sides): boolean => from !== MAIN_WALLET && to !== MAIN_WALLET;

/** Returns the names of two games. */
export function namesOf({ from, to }: Sides): Sides {
  const slots = keptReply('GET /api/wallet')?.slots ?? [];
  const nameOf = (code: string) => slots.find((slot) => slot.code === code)?.name ?? code;
  return { from: nameOf(from), to: nameOf(to) };
}

/** Reads a move from game to game by its first leg. Undefined while the second one is not on record. */
async function readLegs(sides: Sides, first: Receipt, look: Look): Promise<Resolution | undefined> {
  if (first.status !== 'SUCCESS') return readMovement(first);
  const second = first.otherHalf && (await look.receiptOf(first.otherHalf._id));
  if (second?.status !== 'FAILED') return second && readMovement(second);
  return { kind: 'refused', error: t('transfer.toWalletOnlyMsg', namesOf(sides)) };
}
