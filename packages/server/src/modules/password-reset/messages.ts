import type { Logger } from 'pino';
import { localized, type Language } from '../../content/fields.ts';
import type { ContentStore } from '../../content/store.ts';
import { AfterReply } from '../../kernel/after-reply.ts';
import { newId } from '../../kernel/ids.ts';
import type { Sms } from '../../ports/sms.ts';
import type { IssuedCode } from '../otp/service.ts';

/** Sent where the operator's content has no text of its own. */
const PASSWORD_CHANGED = {
  th: 'รหัสผ่านของคุณถูกเปลี่ยนแล้ว หากคุณไม่ได้เปลี่ยนเอง ติดต่อเราทันที',
  la: 'ລະຫັດຜ່ານຂອງທ່ານຖືກປ່ຽນແລ້ວ ຫາກທ່ານບໍ່ໄດ້ປ່ຽນເອງ ຕິດຕໍ່ພວກເຮົາທັນທີ',
  en: 'Your password was changed. If it was not you, contact us at once.',
};

/**
 * The text messages of a password reset. Those in the background are sent after the answer, so that its time
 * tells nothing about the phone.
 */
export class ResetMessages {
  readonly #content: ContentStore;
  readonly #sms: Sms;
  readonly #logger: Logger;
  readonly #later: AfterReply;

  constructor(parts: { content: ContentStore; sms: Sms; logger: Logger }) {
    this.#content = parts.content;
    this.#sms = parts.sms;
    this.#logger = parts.logger;
    this.#later = new AfterReply(parts.logger, 'a message of a password reset failed');
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

  /** Sends a code. @returns whether the service took the message */
  async sendCode(to: string, issued: IssuedCode, language: Language): Promise<boolean> {
    const { messages } = await this.#content.get();
    const text = localized(messages.smsOtp, language)
      .replaceAll('{code}', issued.code)
      .replaceAll('{ref}', issued.ref);
    return this.#send({ reference: issued.reference, to, text });
  }

  /** Sends a code in the background. */
  sendCodeLater(to: string, issued: IssuedCode, language: Language): void {
    this.#later.run(() => this.sendCode(to, issued, language));
  }

  /** Tells a phone in the background that its password was changed. */
  sendChangedLater(to: string, language: Language): void {
    this.#later.run(async () => {
      const { messages } = await this.#content.get();
      const text = localized(messages.smsPasswordChanged ?? PASSWORD_CHANGED, language);
      return this.#send({ reference: newId(), to, text });
    });
  }

  async #send(message: Parameters<Sms['send']>[0]): Promise<boolean> {
    const sent = await this.#sms.send(message);
    if (sent.outcome === 'done') return true;
    this.#logger.warn(
      { reference: message.reference, ...sent },
      'a message of a password reset was not sent',
    );
    return false;
  }
}
