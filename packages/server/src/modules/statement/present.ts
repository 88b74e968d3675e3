import { toWire } from '@krapao/contract/money';
import { STATEMENT_NOTES, type StatementType } from '@krapao/contract/statement';
import { MAIN_WALLET } from '@krapao/contract/limits';
import type { Language } from '../../http/language.ts';
import { WIRE_STATUS } from '../../http/money.ts';
import type { TransferKind } from '../../ledger/types.ts';
import type { StatementRow } from './repo.ts';
import { readLink } from './service.ts';

/** Converts a movement to the API format. */
export function presentMovement(row: StatementRow, language: Language) {
  const note = STATEMENT_NOTES.find((known) => known === row.detail['note']);
  return {
    _id: row.id,
    ...sidesOf(row),
    amount: toWire(row.amount),
    status: WIRE_STATUS[row.state],
    createdAt: row.createdAt.toISOString(),
    ...readLink(row.detail, language),
    ...(note && { note }),
    ...(!isKnown(row.kind) && { correction: true }),
  };
}

/** Returns a movement's type, origin and destination as codes. */
export function sidesOf({ kind, detail, isDebit }: StatementRow): {
  statementType: StatementType;
  from: string;
  to: string;
} {
  const { provider = '', bankCode = '' } = detail;
  switch (kind) {
    case 'deposit':
    case 'suspense_out':
      return { statementType: 'deposit', from: provider, to: MAIN_WALLET };
    case 'withdraw':
      return { statementType: 'withdraw', from: MAIN_WALLET, to: bankCode };
    case 'game_in':
      return { statementType: 'transfer', from: MAIN_WALLET, to: provider };
    case 'game_out':
      return { statementType: 'transfer', from: provider, to: MAIN_WALLET };
    case 'bonus':
      return { statementType: kind, from: '', to: MAIN_WALLET };
    case 'finish_bonus':
      return { statementType: kind, from: MAIN_WALLET, to: '' };
    default:
      // Between the operator and the wallet, like bonuses.
      return isDebit
        ? { statementType: 'finish_bonus', from: MAIN_WALLET, to: '' }
        : { statementType: 'bonus', from: '', to: MAIN_WALLET };
  }
}

const KNOWN: Readonly<Record<TransferKind, true>> = {
  deposit: true,
  withdraw: true,
  game_in: true,
  game_out: true,
  suspense_out: true,
  suspense_back: true,
  bonus: true,
  finish_bonus: true,
};

/** Returns whether the product makes movements of this kind. Any other kind is shown as a correction. */
export const isKnown = (kind: string): boolean => Object.hasOwn(KNOWN, kind);
