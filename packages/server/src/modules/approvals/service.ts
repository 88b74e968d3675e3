import type { Permission } from '@krapao/contract/staff/permissions';
import type { z } from 'zod';
import type { Database, Queries, Tx } from '../../database/open.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { newId } from '../../kernel/ids.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { recordAct, recordingRefusal, type Actor } from '../staff-audit/service.ts';
import { namesOfStaff, permissionsForDecision } from '../staff/queries.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { findShown, listShown, openRows, type ShownApproval } from './list.ts';

/** A kind of action that needs two people. */
export interface ApprovableAction<P> {
  /** Such as `adjustment`; stored with each proposal. */
  action: string;
  /**
   * One proposal of a topic about one subject is open at a time: the ways in which one deposit can end share theirs.
   * The action itself where none is named.
   */
  topic?: string;
  /** Parsed when a proposal is made and again when it is carried out. */
  payload: z.ZodType<P>;
  /** Permission to decide a proposal. */
  permissionOf: (payload: P) => Permission;
  /**
   * Checks the action's own rules again and carries it out, in the transaction that marks the proposal decided.
   * @returns what was done, for the record
   * @throws StaffError NOT_POSSIBLE when the rules no longer hold: nothing is decided then
   */
  carryOut: (tx: Tx, payload: P, proposal: CarriedOut) => Promise<unknown>;
  /** Runs in the transaction that refuses it. */
  onRefused?: (tx: Tx, payload: P) => Promise<void>;
  /** Called after the transaction that carried it out. */
  afterwards?: (payload: P) => void;
}

/** A proposal as one person sees it. */
type ApprovalFor = Omit<ShownApproval, 'subjectStaff'> & { mayDecide: boolean };

/** A proposal that is being carried out. */
export interface CarriedOut {
  id: string;
  subject: string;
  reason: string;
  /** Name of the person who approved it. */
  decider: string;
  deciderId: string;
  /** Permissions of that person, read under lock. */
  permissions: readonly Permission[];
}

export interface Proposal {
  action: string;
  subject: string;
  /** The staff member it is about, if it is about one: they do not decide it. */
  subjectStaff?: string;
  payload: unknown;
  reason: string;
}

/** Actions that one person proposes and another decides. */
export class Approvals {
  readonly #database: Database;
  readonly #clock: Clock;
  // Payloads of all kinds; each is parsed by its own schema before use.
  readonly #actions = new Map<string, ApprovableAction<unknown>>();

  constructor(parts: { database: Database; clock: Clock }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
  }

  register<P>(action: ApprovableAction<P>): void {
    this.#actions.set(action.action, action as ApprovableAction<unknown>);
  }

  /** Stores a proposal and records it. @returns its id. @throws StaffError ALREADY_PROPOSED */
  propose(maker: StaffCaller, actor: Actor, proposal: Proposal): Promise<string> {
    return this.#database.transaction((tx) => this.proposeIn(tx, maker, actor, proposal));
  }

  /** Runs {@link Approvals.propose} within the caller's transaction. Make it the last step. */
  async proposeIn(tx: Tx, maker: StaffCaller, actor: Actor, proposal: Proposal): Promise<string> {
    const known = this.#actionOf(proposal.action);
    const payload = known.payload.parse(proposal.payload);
    const id = newId();
    const { action, subject, reason } = proposal;
    const now = this.#clock.now();
    const claim = `${known.topic ?? action} ${subject}`;
    await this.#dropExpired(tx, claim, now);
    const stored = await tx
      .insertInto('approval')
      .values({
        id,
        action,
        subject,
        subject_staff: proposal.subjectStaff ?? null,
        claim,
        payload: JSON.stringify(payload),
        permission: known.permissionOf(payload),
        reason,
        maker: maker.id,
        created_at: now,
        expires_at: new Date(now.getTime() + DAY_MS),
      })
      .onConflict((conflict) => conflict.column('claim').where('decided_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!stored) throw new StaffError('ALREADY_PROPOSED');
    await recordAct(tx, {
      actor,
      action: `${action}.propose`,
      subject,
      outcome: 'done',
      reason,
      after: payload,
      approvalId: id,
    });
    return id;
  }

  /** An expired proposal is in nobody's way. */
  async #dropExpired(tx: Tx, claim: string, now: Date): Promise<void> {
    await tx
      .updateTable('approval')
      .set({ claim: null })
      .where('claim', '=', claim)
      .where('decided_at', 'is', null)
      .where('expires_at', '<=', now)
      .execute();
  }

  /** Returns whether a proposal waits for its decision. */
  async isOpen(queries: Queries, id: string): Promise<boolean> {
    const row = await openRows(queries, this.#clock.now())
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Returns the open proposals of an action, or of several, by subject. */
  async findOpenAbout(
    queries: Queries,
    actions: string | readonly string[],
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    if (subjects.length === 0) return new Map();
    const rows = await openRows(queries, this.#clock.now())
      .select(['id', 'subject'])
      .where('action', 'in', typeof actions === 'string' ? [actions] : actions)
      .where('subject', 'in', subjects)
      .execute();
    return new Map(rows.map(({ id, subject }) => [subject, id]));
  }

  /** Returns the makers of those proposals that wait for their decision. */
  async findOpenAmong(ids: readonly string[]): Promise<ReadonlyMap<string, { id: string; name: string }>> {
    if (ids.length === 0) return new Map();
    const rows = await openRows(this.#database.queries, this.#clock.now())
      .select(['id', 'maker'])
      .where('id', 'in', ids)
      .execute();
    const names = await namesOfStaff(
      this.#database.queries,
      rows.map(({ maker }) => maker),
    );
    return new Map(rows.map(({ id, maker }) => [id, { id: maker, name: names.get(maker) ?? '' }]));
  }

  /**
   * Approves or refuses the proposal of another person. An approved one is carried out in the same transaction, once.
   * A refused try is recorded, too.
   * @throws StaffError NO_DATA, OWN_PROPOSAL, FORBIDDEN, ALREADY_DECIDED, APPROVAL_EXPIRED, NOT_POSSIBLE
   */
  async decide(
    staff: StaffCaller,
    actor: Actor,
    given: { id: string; decision: 'approve' | 'refuse'; reason: string },
  ): Promise<ApprovalFor> {
    const { id, decision } = given;
    const act = { actor, action: `approval.${decision}`, subject: `approval ${id}`, approvalId: id };
    const decided = await recordingRefusal(this.#database, act, () =>
      this.#database.transaction((tx) => this.#decide(tx, staff, actor, given)),
    );
    decided?.();
    const shown = await findShown(this.#database.queries, id, this.#clock.now());
    if (!shown) throw new StaffError('NO_DATA');
    return this.#shownTo(staff, shown);
  }

  /** Lists proposals that the person may read, decide or has made, newest first, a page at a time. */
  async list(
    staff: StaffCaller,
    filter: { state: 'open' | 'decided'; after?: string | undefined },
  ): Promise<{ items: ApprovalFor[]; next: string | null }> {
    const { items, next } = await listShown(this.#database.queries, {
      state: filter.state,
      after: filter.after,
      now: this.#clock.now(),
      staff,
    });
    const seesAll = staff.permissions.includes('approvals.read');
    const seen = items.filter(
      (one) => seesAll || one.maker.id === staff.id || this.#holdsPermission(staff, one),
    );
    return { items: seen.map((one) => this.#shownTo(staff, one)), next };
  }

  #shownTo(staff: StaffCaller, { subjectStaff, ...approval }: ShownApproval): ApprovalFor {
    const isOwn = approval.maker.id === staff.id || subjectStaff === staff.id;
    return { ...approval, mayDecide: !isOwn && this.#holdsPermission(staff, approval) };
  }

  #holdsPermission(
    staff: StaffCaller,
    { action, payload }: Pick<ShownApproval, 'action' | 'payload'>,
  ): boolean {
    const known = this.#actions.get(action);
    const parsed = known?.payload.safeParse(payload);
    return (
      parsed?.success === true &&
      known !== undefined &&
      staff.permissions.includes(known.permissionOf(parsed.data))
    );
  }

  /** @returns what to do once the transaction has ended, if anything */
  async #decide(
    tx: Tx,
    staff: StaffCaller,
    actor: Actor,
    { id, decision, reason }: { id: string; decision: 'approve' | 'refuse'; reason: string },
  ): Promise<(() => void) | undefined> {
    const row = await tx
      .selectFrom('approval')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new StaffError('NO_DATA');
    if (row.maker === staff.id || row.subject_staff === staff.id) throw new StaffError('OWN_PROPOSAL');
    const action = this.#actionOf(row.action);
    const payload = action.payload.parse(row.payload);
    // Read again under lock: a role that was taken away a moment ago decides nothing.
    const permissions = await permissionsForDecision(tx, staff.id);
    if (!permissions.includes(action.permissionOf(payload))) throw new StaffError('FORBIDDEN');
    if (row.decided_at) throw new StaffError('ALREADY_DECIDED');
    const now = this.#clock.now();
    if (row.expires_at <= now) throw new StaffError('APPROVAL_EXPIRED');
    await tx
      .updateTable('approval')
      .set({ decision, decided_by: staff.id, decided_at: now, decision_reason: reason })
      .where('id', '=', id)
      .execute();
    const isApproved = decision === 'approve';
    const after = isApproved
      ? await action.carryOut(tx, payload, { ...row, decider: staff.name, deciderId: staff.id, permissions })
      : undefined;
    if (!isApproved) await action.onRefused?.(tx, payload);
    await recordAct(tx, {
      actor,
      action: `${row.action}.${decision}`,
      subject: row.subject,
      outcome: 'done',
      reason,
      before: payload,
      after,
      approvalId: id,
    });
    return isApproved ? () => action.afterwards?.(payload) : undefined;
  }

  #actionOf(name: string): ApprovableAction<unknown> {
    const action = this.#actions.get(name);
    if (!action) throw new Error(`no action is called ${name}`);
    return action;
  }
}
