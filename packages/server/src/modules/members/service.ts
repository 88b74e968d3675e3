import { minor, toWire } from '@krapao/contract/money';
import { INVITE_CODE_PREFIX, MAIN_WALLET } from '@krapao/contract/limits';
import type { Database } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { seesAll, shownTo } from '../../domain/staff-view.ts';
import type { Clock } from '../../kernel/clock.ts';
import { deviceName } from '../../kernel/device-name.ts';
import { cutPage, LIST_PAGE, placeAfter } from '../../kernel/list-page.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { purposeOf } from '../../ledger/kinds/registry.ts';
import type { AccountId } from '../../ledger/types.ts';
import type { PasswordResets } from '../password-reset/service.ts';
import type { SessionService } from '../session/service.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';
import { addNote, listNotes, type MemberNote } from './notes.ts';
import {
  findContact,
  readMember,
  readMovements,
  readSessions,
  type MemberContact,
  type MemberMovement,
} from './read.ts';
import { listMembers, searchMembers } from './search.ts';

const LISTED_AT_MOST = 100;

/** Freezes or unfreezes a member, and records it. */
type Freeze = (
  member: { id: string; walletAccount: AccountId },
  frozen: boolean,
  act: { by: string; reason: string; until?: Date | undefined },
  actor: Actor,
) => Promise<boolean>;

/** Members as staff see them, and what staff do to one. */
export class Members {
  readonly #database: Database;
  readonly #freeze: Freeze;
  readonly #clock: Clock;
  readonly #sessions: Pick<SessionService, 'endAllFor'>;
  readonly #resets: Pick<PasswordResets, 'start'>;

  constructor(parts: {
    database: Database;
    freeze: Freeze;
    sessions: Pick<SessionService, 'endAllFor'>;
    resets: Pick<PasswordResets, 'start'>;
    clock: Clock;
  }) {
    this.#database = parts.database;
    this.#freeze = parts.freeze;
    this.#clock = parts.clock;
    this.#sessions = parts.sessions;
    this.#resets = parts.resets;
  }

  /** Finds members, or lists all without a query, a page at a time. @param size rows of a page */
  async search(
    staff: StaffCaller,
    { query, after, size }: { query?: string | undefined; after?: string | undefined; size?: number },
  ) {
    const place = placeAfter(after, size);
    const { queries } = this.#database;
    const now = this.#clock.now();
    const found =
      query === undefined
        ? await listMembers(queries, place, now)
        : await searchMembers(queries, query, { place, isMasked: !seesAll(staff), now });
    const { page, next } = cutPage(found, size);
    const items = page.map((member) => ({
      id: member.id,
      phone: shownTo(staff, member.phone),
      name: member.name,
      bank: bankOf(staff, member),
      currency: member.currency,
      isFrozen: member.isFrozen,
      stop: member.stop,
      createdAt: member.createdAt.toISOString(),
      foundBy: member.foundBy,
    }));
    return { items, next };
  }

  /** @throws StaffError NO_DATA */
  async show(staff: StaffCaller, id: string) {
    const row = await readMember(this.#database.queries, id, this.#clock.now());
    if (!row) throw new StaffError('NO_DATA');
    const { deposits, payouts, rewards, inviter, freeze, stopped } = row;
    return {
      id,
      phone: shownTo(staff, row.phone),
      name: row.name,
      isMasked: !seesAll(staff),
      bank: bankOf(staff, row),
      currency: row.currency,
      createdAt: row.createdAt.toISOString(),
      sourceCode: row.sourceCode,
      inviteCode: INVITE_CODE_PREFIX + id,
      invitedBy: inviter && { ...inviter, phone: shownTo(staff, inviter.phone) },
      passwordChangedAt: row.passwordChangedAt.toISOString(),
      bankChangedAt: row.bankChangedAt?.toISOString() ?? null,
      lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
      frozen: row.frozenAt && {
        at: row.frozenAt.toISOString(),
        by: freeze?.by ?? '',
        reason: freeze?.reason ?? '',
        until: timestampOf(freeze?.until ?? null),
      },
      stopped: stopped && {
        code: stopped.code,
        until: timestampOf(stopped.until),
        endsAt: timestampOf(stopped.endsAt),
      },
      balances: {
        wallet: toWire(row.balance),
        held: toWire(row.held),
        incoming: toWire(row.incoming),
        inGames: row.games.map(({ provider, balance, at }) => ({
          provider,
          amount: toWire(minor(BigInt(balance))),
          updatedAt: timestampOf(at),
        })),
      },
      totals: {
        deposits: toWire(deposits),
        payouts: toWire(payouts),
        rewards: toWire(rewards),
        net: toWire(minor(deposits - payouts)),
      },
      sessions: row.sessions,
      factors: { passkeys: row.passkeys, hasTotp: row.hasTotp },
      provenNames: row.provenNames,
    };
  }

  /** Returns phone and account in full, and records that they were seen. @throws StaffError NO_DATA */
  async reveal(actor: Actor, id: string, reason: string) {
    const row = await this.#find(id);
    await this.#record(actor, 'member.reveal', id, reason);
    const { phone, bankCode, accountNo, accountName } = row;
    return { phone, bank: { bankCode, accountNo, accountName } };
  }

  /** Lists movements of the member's wallet, newest first, a page at a time. @throws StaffError NO_DATA */
  async movements(id: string, after: string | undefined) {
    if (after !== undefined && !/^\d{1,18}$/.test(after)) throw new StaffError('KEY_INVALID');
    const { wallet } = await this.#find(id);
    const below = after === undefined ? undefined : BigInt(after);
    const found = await readMovements(this.#database.queries, wallet, { below, most: LIST_PAGE + 1 });
    const page = found.slice(0, LIST_PAGE);
    return {
      items: page.map(toMovement),
      next: found.length > LIST_PAGE ? String(page.at(-1)?.position ?? '') : null,
    };
  }

  /** @throws StaffError NO_DATA */
  async sessions(id: string) {
    await this.#find(id);
    const found = await readSessions(this.#database.queries, id, LISTED_AT_MOST);
    const items = found.map((session) => ({
      id: String(session.id),
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      browser: deviceName(session.userAgent),
    }));
    return { items, next: null };
  }

  /** Logs the member out everywhere. @returns how many sessions ended. @throws StaffError NO_DATA */
  async endSessions(actor: Actor, id: string, reason: string): Promise<number> {
    await this.#find(id);
    return this.#sessions.endAllFor(id, (tx, ended) =>
      recordAct(tx, {
        actor,
        action: 'member.end_sessions',
        subject: `member ${id}`,
        outcome: 'done',
        reason,
        after: { ended },
      }),
    );
  }

  /**
   * Sends the member a code for a new password.
   * @throws StaffError NO_DATA, REQUEST_LIMIT, SMS_FAILED
   */
  async sendReset(actor: Actor & { id: string }, id: string, reason: string): Promise<void> {
    const { phone } = await this.#find(id);
    await this.#resets.start(actor, { id, phone }, reason);
  }

  /**
   * Freezes, until a time if one is given, or unfreezes. Another end or reason changes a freezing; repeating it changes
   * and records nothing.
   * @throws StaffError NO_DATA; KEY_INVALID for a time that is past
   */
  async setFrozen(
    actor: Actor,
    id: string,
    frozen: boolean,
    { reason, until: text }: { reason: string; until?: string | undefined },
  ): Promise<void> {
    const { wallet } = await this.#find(id);
    const until = text === undefined ? undefined : new Date(text);
    if (until && until <= this.#clock.now()) throw new StaffError('KEY_INVALID');
    await this.#freeze({ id, walletAccount: wallet }, frozen, { by: actor.name, reason, until }, actor);
  }

  /** @throws StaffError NO_DATA */
  async notes(id: string) {
    await this.#find(id);
    const found = await listNotes(this.#database.queries, id, LISTED_AT_MOST);
    return { items: found.map(toNote), next: null };
  }

  /** @throws StaffError NO_DATA */
  async addNote(actor: Actor, id: string, text: string) {
    await this.#find(id);
    return this.#database.transaction(async (tx) => {
      const note = await addNote(tx, id, { by: actor.name, text });
      await recordAct(tx, {
        actor,
        action: 'member.note',
        subject: `member ${id}`,
        outcome: 'done',
        after: { text },
      });
      return toNote(note);
    });
  }

  #record(actor: Actor, action: string, id: string, reason: string): Promise<void> {
    return this.#database.transaction((tx) =>
      recordAct(tx, { actor, action, subject: `member ${id}`, outcome: 'done', reason }),
    );
  }

  async #find(id: string): Promise<MemberContact> {
    const member = await findContact(this.#database.queries, id);
    if (!member) throw new StaffError('NO_DATA');
    return member;
  }
}

const bankOf = (
  staff: StaffCaller,
  { bankCode, accountNo, accountName }: { bankCode: string; accountNo: string; accountName: string },
) => ({ bankCode, accountNo: shownTo(staff, accountNo), accountName });

const timestampOf = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString());

const toNote = ({ id, at, by, text }: MemberNote) => ({ id: String(id), at: at.toISOString(), by, text });

function toMovement(row: MemberMovement) {
  const { from, to, reference } = purposeOf(row.kind, row.detail, row.isDebit);
  const failed = row.outcome?.reason;
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.settledAt?.toISOString() ?? null,
    kind: row.kind,
    state: row.state,
    direction: row.isDebit ? ('out' as const) : ('in' as const),
    amount: toWire(row.amount),
    from: from || (row.isDebit ? MAIN_WALLET : ''),
    to: to || (row.isDebit ? '' : MAIN_WALLET),
    account: row.account,
    reference: reference ?? '',
    reason: row.waits || (typeof failed === 'string' ? failed : ''),
  };
}
