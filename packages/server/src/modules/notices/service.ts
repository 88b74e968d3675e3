import { MOST_PUSH_BROWSERS } from '@krapao/contract/notices';
import type { PushBrowser } from '@krapao/contract/push-subscription';
import { CHOICE_KINDS, type ChoiceKind } from '@krapao/contract/notice-kinds';
import type { Language } from '../../content/fields.ts';
import type { Database } from '../../database/open.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import { hashToken } from '../../kernel/secrets.ts';
import type { WebPush } from '../../ports/push.ts';
import {
  forgetBrowser,
  forgetOldest,
  listOff,
  markRead,
  readPage,
  saveBrowser,
  saveChoice,
  type NoticePage,
} from './repo.ts';
import type { VapidKey } from './vapid-key.ts';

/** Which notices of a member are pushed, and the key for which a browser subscribes. */
export interface Choices {
  publicKey: string;
  kinds: { kind: ChoiceKind; isPushed: boolean }[];
}

/** A member's notices, and the browsers to which they are pushed. */
export class NoticeService {
  readonly #database: Database;
  readonly #push: Pick<WebPush, 'readEndpoint'>;
  readonly #key: VapidKey;

  constructor(parts: { database: Database; push: Pick<WebPush, 'readEndpoint'>; key: VapidKey }) {
    this.#database = parts.database;
    this.#push = parts.push;
    this.#key = parts.key;
  }

  /** Returns a page of notices, newest first. @param page from 1 */
  list({ id }: Member, { page, limit }: { page: number; limit: number }): Promise<NoticePage> {
    return readPage(this.#database.queries, id, { limit, skip: (page - 1) * limit });
  }

  /** Marks a notice and all older ones as read. @returns how many are unread then */
  markRead({ id }: Member, upTo: bigint): Promise<number> {
    return markRead(this.#database.queries, id, upTo);
  }

  async choices({ id }: Member): Promise<Choices> {
    const [off, { publicKey }] = await Promise.all([listOff(this.#database.queries, id), this.#key.load()]);
    return { publicKey, kinds: CHOICE_KINDS.map((kind) => ({ kind, isPushed: !off.has(kind) })) };
  }

  /** Chooses whether notices of a kind are pushed. */
  choose({ id }: Member, choice: { kind: ChoiceKind; isPushed: boolean }): Promise<void> {
    return saveChoice(this.#database.queries, id, choice);
  }

  /** Pushes notices to a browser until the member's session ends. @throws AppError PUSH_SERVICE_UNKNOWN */
  async addBrowser(member: Member, target: PushBrowser, language: Language): Promise<void> {
    const read = this.#push.readEndpoint(target.endpoint);
    if (!read) throw new AppError('PUSH_SERVICE_UNKNOWN');
    const { address: endpoint, service } = read;
    await saveBrowser(this.#database.queries, {
      memberId: member.id,
      sessionId: member.sessionId,
      endpointHash: hashToken(endpoint),
      endpoint,
      service,
      p256dh: target.p256dh,
      auth: target.auth,
      language,
    });
    await forgetOldest(this.#database.queries, member.id, MOST_PUSH_BROWSERS);
  }

  /** Pushes no more notices to a browser. Another member's, or an unknown one, has no effect. */
  async forgetBrowser({ id }: Member, typed: string): Promise<void> {
    const read = this.#push.readEndpoint(typed);
    if (read) await forgetBrowser(this.#database.queries, id, hashToken(read.address));
  }
}
