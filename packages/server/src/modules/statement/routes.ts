import { statement } from '@krapao/contract/statement';
import { canCancelWithdrawals } from '../../content/protection-schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import type { Router } from '../../http/router.ts';
import { AppError } from '../../kernel/app-error.ts';
import { inReview } from '../payout-review/queries.ts';
import { writeCsv } from './csv.ts';
import { mayBeInReview, presentMovement } from './present.ts';
import { readReceipt } from './receipt-repo.ts';
import { presentReceipt } from './receipt.ts';
import { readStatement, readStatementPage } from './repo.ts';

const CSV_BATCH = 500;

/** Serves the statement: the ledger's movements of the member's account, in the API format. */
export function statementRoutes(router: Router, database: Database, content: ContentStore): void {
  router.add(statement['POST /api/statement'], async ({ member, body, language }) => {
    const { total, rows } = await readStatementPage(database, member.walletAccount, body);
    const reviewed = await inReview(
      database.queries,
      rows.filter(mayBeInReview).map(({ id }) => id),
    );
    return { total, statements: rows.map((row) => presentMovement(row, language, reviewed.has(row.id))) };
  });

  router.add(statement['POST /api/statement/csv'], async ({ member, body, language }) => {
    const batches = readStatement(database, member.walletAccount, body, CSV_BATCH);
    return writeCsv(batches, { member, content: await content.get(), language });
  });

  router.add(statement['GET /api/statement/item/:transferId'], async ({ member, params, language }) => {
    const receipt = await readReceipt(database.queries, member, params.transferId);
    if (!receipt) throw new AppError('NO_DATA');
    return presentReceipt(receipt, language, canCancelWithdrawals((await content.get()).protection));
  });
}
