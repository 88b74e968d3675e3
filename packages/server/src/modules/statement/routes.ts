import { MAIN_WALLET } from '@krapao/contract/limits';
import { toWire } from '@krapao/contract/money';
import { statement, type StatementType } from '@krapao/contract/statement';
import type { Database } from '../../database/open.ts';
import { WIRE_STATUS } from '../../http/money.ts';
import type { Router } from '../../http/router.ts';
import { readStatementPage, type StatementRow } from './repo.ts';

/** The statement is the ledger: what the member's account took part in, in the wire's words. */
export function statementRoutes(router: Router, database: Database): void {
  router.add(statement['POST /api/statement'], async ({ member, body }) => {
    const { total, rows } = await readStatementPage(database, member.walletAccount, body.page, body.limit);
    return {
      total,
      statements: rows.map((row) => ({
        _id: row.id,
        ...sides(row),
        amount: toWire(row.amount),
        status: WIRE_STATUS[row.state],
        createdAt: row.createdAt.toISOString(),
      })),
    };
  });
}

function sides({ kind, detail }: StatementRow): { statementType: StatementType; from: string; to: string } {
  const { provider = '', bankCode = '' } = detail;
  switch (kind) {
    case 'deposit':
      return { statementType: 'deposit', from: provider, to: MAIN_WALLET };
    case 'withdraw':
      return { statementType: 'withdraw', from: MAIN_WALLET, to: bankCode };
    case 'game_in':
      return { statementType: 'transfer', from: MAIN_WALLET, to: provider };
    case 'game_out':
      return { statementType: 'transfer', from: provider, to: MAIN_WALLET };
  }
}
