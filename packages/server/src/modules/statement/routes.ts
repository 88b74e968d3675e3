import { toWire } from '@krapao/contract/money';
import { statement, STATEMENT_NOTES, type ReceiptStep, type StatementType } from '@krapao/contract/statement';
import { MAIN_WALLET } from '@krapao/contract/limits';
import type { Database } from '../../database/open.ts';
import { WIRE_STATUS } from '../../http/money.ts';
import type { Language } from '../../http/language.ts';
import type { Router } from '../../http/router.ts';
import { AppError } from '../../kernel/app-error.ts';
import { readReceipt, readStatementPage, type Receipt, type StatementRow } from './repo.ts';
import { readLink } from './service.ts';

/** The statement is the ledger: what the member's account took part in, in the wire's words. */
export function statementRoutes(router: Router, database: Database): void {
  router.add(statement['POST /api/statement'], async ({ member, body, language }) => {
    const { total, rows } = await readStatementPage(database, member.walletAccount, body.page, body.limit);
    return { total, statements: rows.map((row) => present(row, language)) };
  });

  router.add(statement['GET /api/statement/item/:transferId'], async ({ member, params, language }) => {
    const receipt = await readReceipt(database, member.walletAccount, params.transferId);
    if (!receipt) throw new AppError('NO_DATA');
    const reason = receipt.outcome?.['reason'];
    return {
      ...present(receipt, language),
      steps: steps(receipt),
      ...(reason && { reason }),
      canCancel: receipt.kind === 'withdraw' && receipt.state === 'pending' && receipt.decidedAt === null,
    };
  });
}

function present(row: StatementRow, language: Language) {
  const note = STATEMENT_NOTES.find((known) => known === row.detail['note']);
  return {
    _id: row.id,
    ...sides(row),
    amount: toWire(row.amount),
    status: WIRE_STATUS[row.state],
    createdAt: row.createdAt.toISOString(),
    ...readLink(row.detail, language),
    ...(note && { note }),
  };
}

function sides({ kind, detail }: StatementRow): { statementType: StatementType; from: string; to: string } {
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

/** What a movement has gone through so far, and a delay that is still ahead of it. */
function steps(receipt: Receipt): { step: ReceiptStep; at: string }[] {
  const { createdAt, decidedAt, settledAt, state, kind, detail } = receipt;
  const gone: [ReceiptStep, Date | null][] = [
    ['created', createdAt],
    [
      'delayed',
      detail['notBefore'] && state === 'pending' && !decidedAt ? new Date(detail['notBefore']) : null,
    ],
    ['sent', sentAt(kind, receipt)],
    [state === 'voided' ? 'voided' : 'posted', settledAt],
  ];
  return gone.flatMap(([step, at]) => (at ? [{ step, at: at.toISOString() }] : []));
}

/** When the other side was told; what came in was told to us. */
function sentAt(kind: StatementRow['kind'], { createdAt, decidedAt }: Receipt): Date | null {
  switch (kind) {
    case 'withdraw':
      return decidedAt;
    case 'deposit':
    case 'suspense_out':
    case 'bonus':
    case 'finish_bonus':
      return null;
    case 'game_in':
    case 'game_out':
      return createdAt;
  }
}
