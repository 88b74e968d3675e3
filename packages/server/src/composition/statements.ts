import { openStatement } from '../adapters/statements/open.ts';
import { Worker } from '../kernel/worker.ts';
import { BankTransferMatcher } from '../modules/deposits/bank-transfers.ts';
import type { IncomingTransfers } from '../modules/incoming/service.ts';
import { RejectedEntries } from '../modules/rejected-entries/service.ts';
import type { SenderFinder } from '../modules/senders/service.ts';
import { StatementFolder } from '../modules/statement-files/folder.ts';
import { StatementFiles } from '../modules/statement-files/service.ts';
import type { OpenStatement } from '../ports/statement-file.ts';
import { bankCodesOf } from './counterparties.ts';
import type { Dependencies } from './dependencies.ts';

interface BookingServices {
  incoming: IncomingTransfers;
  senders: SenderFinder;
}

/** Composes the reading of statement files. Their entries are booked like those of the bank's feed. */
export function composeStatements(
  { database, content }: Pick<Dependencies, 'database' | 'content'>,
  { incoming, senders }: BookingServices,
): StatementFiles {
  const transfers = new BankTransferMatcher({ senders, content, incoming });
  const open: OpenStatement = async (bytes) => {
    const codes = bankCodesOf(await content.get());
    return openStatement(bytes, (number) => codes.get(number) ?? '');
  };
  return new StatementFiles({
    database,
    content,
    openStatement: open,
    take: (transfer, how) => transfers.take(transfer, how),
    rejected: new RejectedEntries(database),
  });
}

/** Composes the worker that reads the folder of statement files; none where no setting names a folder. */
export function composeStatementFolder(dependencies: Dependencies, services: BookingServices): Worker[] {
  const { settings, logger } = dependencies;
  if (settings.statementDir === undefined) return [];
  const files = composeStatements(dependencies, services);
  const folder = new StatementFolder({ folder: settings.statementDir, files, logger });
  const everyMs = settings.reconcileEveryMs;
  return [new Worker({ name: 'statement files', everyMs, round: () => folder.look(), logger })];
}
