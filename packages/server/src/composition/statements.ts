import { openStatement } from '../adapters/statements/open.ts';
import { senderIn } from '../content/our-accounts.ts';
import { Worker } from '../kernel/worker.ts';
import { BankTransferMatcher } from '../modules/deposits/bank-transfers.ts';
import type { IncomingTransfers } from '../modules/incoming/service.ts';
import { RejectedEntries } from '../modules/rejected-entries/service.ts';
import type { SenderFinder } from '../modules/senders/service.ts';
import { StatementFolder } from '../modules/statement-files/folder.ts';
import { StatementIntake } from '../modules/statement-files/intake.ts';
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
    const told = await content.get();
    const codes = bankCodesOf(told);
    return openStatement(bytes, {
      bankCodeOf: (number) => codes.get(number) ?? '',
      senderIn: (accountNo) => senderIn(told.depositAccounts.banks, accountNo),
    });
  };
  return new StatementFiles({
    database,
    content,
    openStatement: open,
    take: (entry, place, cameAt) => transfers.takeEntry(entry, place, cameAt),
    rejected: new RejectedEntries(database),
  });
}

/** Composes the workers that book statement files: those that two people gave, and those of a folder by setting. */
export function composeStatementWorkers(dependencies: Dependencies, services: BookingServices): Worker[] {
  const { database, clock, settings, logger } = dependencies;
  const { statementDir, reconcileEveryMs: everyMs } = settings;
  const files = composeStatements(dependencies, services);
  const intake = new StatementIntake({ database, clock, files, logger });
  const given = new Worker({
    name: 'given statement files',
    everyMs,
    round: () => intake.bookApproved(),
    logger,
  });
  if (statementDir === undefined) return [given];
  const folder = new StatementFolder({ folder: statementDir, intake, logger });
  return [given, new Worker({ name: 'statement files', everyMs, round: () => folder.look(), logger })];
}
