import type { Logger } from 'pino';
import type { Language } from '../../content/fields.ts';
import type { Database } from '../../database/open.ts';
import type { AccountEvent } from '../../domain/account-event.ts';
import { AfterReply } from '../../kernel/after-reply.ts';
import { AppError } from '../../kernel/app-error.ts';
import { newId } from '../../kernel/ids.ts';
import type { Limiter } from '../../kernel/limiter.ts';
import type { Sms } from '../../ports/sms.ts';
import { ACCOUNT_TEXTS } from './notice-texts.ts';

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

  /**
   * Tells of an event, in the background, once the transaction around it is committed.
   * @param member with the phone from before the event
   * @param language of the call; while the member is away, that of the country
   */
  tell(event: AccountEvent, { phone }: { phone: string }, language: Language = this.#usual): void {
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
