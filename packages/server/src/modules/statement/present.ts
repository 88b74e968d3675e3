import { toWire } from '@krapao/contract/money';
import { STATEMENT_NOTES, type StatementType } from '@krapao/contract/statement';
import { MAIN_WALLET } from '@krapao/contract/limits';
import type { Language } from '../../http/language.ts';
import { WIRE_STATUS } from '../../http/money.ts';
import type { StatementRow } from './repo.ts';
import { readLink } from './service.ts';

/** A movement in the wire's words. */
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
  };
}

/** What a movement is, where it comes from and where it goes, by code. */
export function sidesOf({ kind, detail }: StatementRow): {
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
  }
}
