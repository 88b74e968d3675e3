import type { Logger } from 'pino';
import type { Database } from '../../database/open.ts';
import { isWholeNo, tellsAccount } from '../../kernel/account-mask.ts';
import type { ShownSender } from '../../kernel/shown-sender.ts';
import { senderAmong, type Candidate, type SenderProblem } from './rule.ts';
import { learnName, listCandidates } from './repo.ts';

export type { SenderProblem } from './rule.ts';

/** Finds the member whose account a bank transfer came from, for feeds, files and slips alike: docs/names.md. */
export class SenderFinder {
  readonly #database: Database;
  readonly #logger: Logger;

  constructor(parts: { database: Database; logger: Logger }) {
    this.#database = parts.database;
    this.#logger = parts.logger;
  }

  /**
   * Finds the sender, and records the name that the bank gives to a whole account number at a bank.
   * @returns the member, or why there is none
   */
  async find({ bankCode, accountNo, name }: ShownSender): Promise<Candidate | SenderProblem> {
    if (!tellsAccount(accountNo)) return 'hidden_account';
    const candidates = await listCandidates(this.#database.queries, bankCode, accountNo);
    // Accounts of two banks may have one number, and a name without a bank proves nothing of one.
    if (!isWholeNo(accountNo) || bankCode === '') return senderAmong(candidates, name);
    const [holder] = candidates;
    if (!holder) return 'no_member';
    await this.#learn(holder, name);
    return holder;
  }

  async #learn(holder: Candidate, name: string): Promise<void> {
    const { contradicted } = await learnName(this.#database, holder.memberId, name);
    if (contradicted === 0) return;
    this.#logger.warn({ memberId: holder.memberId }, 'the bank has another name than the member registered');
  }
}
