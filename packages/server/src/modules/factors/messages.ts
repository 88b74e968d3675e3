import type { AccountChange } from '@krapao/contract/notices';
import type { Logger } from 'pino';
import type { Language } from '../../content/fields.ts';
import type { Database, Tx } from '../../database/open.ts';
import { AfterReply } from '../../kernel/after-reply.ts';
import { AppError } from '../../kernel/app-error.ts';
import { newId } from '../../kernel/ids.ts';
import type { Limiter } from '../../kernel/limiter.ts';
import type { Sms } from '../../ports/sms.ts';
import { addNotice, keepBrowsersOf } from '../notices/queries.ts';
import { ACCOUNT_TEXTS, type AccountEvent } from './notice-texts.ts';

/** Tells members of changes of how they log in and are paid, on the channel from before the change. */
export class AccountMessages {
  readonly #database: Pick<Database, 'afterCommit'>;
  readonly #sms: Sms;
  readonly #limiter: Limiter;
  readonly #logger: Logger;
  readonly #usual: Language;
  readonly #later: AfterReply;

  constructor(parts: {
    database: Pick<Database, 'afterCommit'>;
    sms: Sms;
    limiter: Limiter;
    logger: Logger;
    laos: boolean;
  }) {
    this.#database = parts.database;
    this.#sms = parts.sms;
    this.#limiter = parts.limiter;
    this.#logger = parts.logger;
    this.#usual = parts.laos ? 'la' : 'th';
    this.#later = new AfterReply(parts.logger, 'a notice to a member failed');
  }

  start(): void {
    this.#later.start();
  }

  /** Sends nothing more and waits for messages on their way. */
  stop(): Promise<void> {
    return this.#later.stop();
  }

  round(): Promise<boolean> {
    return this.#later.round();
  }

  /**
   * Tells of a change in the member's notices, in its transaction, and by a message once that is committed. Call it before
   * the sessions end that the change ends, so that their browsers are told too.
   * @param to with the phone from before the change; without one, no message is sent. `sessionId`: the change ends the
   *   member's other sessions, and their browsers are told nothing more
   * @param language of the call; while the member is away, that of the country
   */
  async tell(
    tx: Tx,
    change: AccountChange,
    { id, phone, sessionId }: { id: string; phone?: string | undefined; sessionId?: bigint },
    language: Language = this.#usual,
  ): Promise<void> {
    await addNotice(tx, { memberId: id, kind: 'account', subject: newId(), detail: { change } });
    if (sessionId !== undefined) await keepBrowsersOf(tx, { id, sessionId });
    if (phone !== undefined) this.#sendAfterCommit(change, phone, language);
  }

  /** Tells of a log-in on a new device by a message. Its session comes with a notice. */
  tellNewDevice(phone: string, language: Language): void {
    this.#sendAfterCommit('newDevice', phone, language);
  }

  #sendAfterCommit(event: AccountEvent, phone: string, language: Language): void {
    this.#database.afterCommit(() => this.#later.run(() => this.#send(event, phone, language)));
  }

  /** Every notice of this kind passes here. */
  async #send(event: AccountEvent, to: string, language: Language): Promise<void> {
    const reference = newId();
    try {
      // Counted by kind, so that many messages of one kind hide none of another.
      await this.#limiter.spend('ACCOUNT_MESSAGES_PER_PHONE', `${to} ${event}`);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return this.#logger.warn({ reference, event }, 'a notice was not sent: too many of its kind');
    }
    const sent = await this.#sms.send({ reference, to, text: ACCOUNT_TEXTS[event][language] });
    if (sent.outcome !== 'done') this.#logger.warn({ reference, event, ...sent }, 'a notice was not sent');
  }
}
