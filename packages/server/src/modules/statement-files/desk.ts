import { parseDecimal, toWire, ZERO, type Currency } from '@krapao/contract/money';
import type { statementFile, statementRead } from '@krapao/contract/staff/incoming';
import { z } from 'zod';
import type { Database, Tx } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { cutPage, placeAfter } from '../../kernel/list-page.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import type { Approvals } from '../approvals/service.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';
import { namesOfStaff } from '../staff/queries.ts';
import { inOne, rowOf } from './intake.ts';
import { addIntake, approveIntake, findFile, listIntakes, refuseIntake, type IntakeRow } from './repo.ts';
import { digestOf, type StatementFile, type StatementFiles } from './service.ts';

/** Action of a proposal to book a file. */
const BOOK = 'statement.book';

type ShownFile = z.input<typeof statementFile>;

/** A file of which nothing waits. */
type Given = z.input<typeof statementRead>;

/** Statement files at the console. */
export class StatementDesk {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #files: Pick<StatementFiles, 'look'>;
  readonly #approvals: Approvals;

  constructor(parts: {
    database: Database;
    clock: Clock;
    files: Pick<StatementFiles, 'look'>;
    approvals: Approvals;
  }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#files = parts.files;
    this.#approvals = parts.approvals;
    parts.approvals.register({
      action: BOOK,
      payload: z.object({
        fileId: z.uuid(),
        name: z.string(),
        format: z.string(),
        entries: z.int(),
        sums: z.record(z.string(), z.string()),
        digest: z.string(),
      }),
      permissionOf: () => 'suspense.approve',
      carryOut: async (tx, { fileId, name, entries, sums }) => {
        if (!(await approveIntake(tx, fileId))) throw new StaffError('NOT_POSSIBLE');
        return { fileId, name, entries, sums };
      },
      onRefused: (tx, { fileId }) => refuseIntake(tx, fileId),
    });
  }

  /**
   * Checks a file to its end and proposes to book it.
   * @returns the id of the proposal; what became of the file where there is nothing to decide
   * @throws StaffError ALREADY_PROPOSED when the same file waits
   */
  async give(
    staff: StaffCaller,
    actor: Actor,
    { name, content, reason }: { name: string; content: Uint8Array; reason: string },
  ): Promise<{ approvalId: string } | Given> {
    const file = { name, cameAt: this.#clock.now(), open: () => inOne(content) };
    const digest = await digestOf(file);
    const row = await this.#rowOf(file, digest);
    if ('outcome' in row) {
      const why = row.outcome === 'known' ? 'read before' : row.why;
      const after = { name, digest };
      const act = { actor, action: `${BOOK}.propose`, subject: subjectOf(digest), reason: why, after };
      await this.#database.transaction((tx) => recordAct(tx, { ...act, outcome: 'refused' }));
      return row;
    }
    const approvalId = await this.#database.transaction((tx) =>
      this.#propose(tx, staff, actor, { row: { ...row, maker: staff.id }, content, reason }),
    );
    return { approvalId };
  }

  async #rowOf(file: StatementFile, digest: string): Promise<IntakeRow | Given> {
    const known = await findFile(this.#database.queries, digest);
    if (known) return { outcome: 'known', ...known, why: '' };
    const summary = await this.#files.look(file);
    if (typeof summary === 'string') return { outcome: 'unreadable', taken: 0, aside: 0, why: summary };
    return rowOf({ name: file.name, digest, createdAt: file.cameAt }, summary);
  }

  async #propose(
    tx: Tx,
    staff: StaffCaller,
    actor: Actor,
    { row, content, reason }: { row: IntakeRow; content: Uint8Array; reason: string },
  ): Promise<string> {
    await addIntake(tx, row, content);
    const { id: fileId, name, format, entries, sums, digest } = row;
    return this.#approvals.proposeIn(tx, staff, actor, {
      action: BOOK,
      subject: subjectOf(digest),
      payload: { fileId, name, format, entries, sums, digest },
      reason,
    });
  }

  /** Lists files that came, newest first, a page at a time. */
  async list(after: string | undefined): Promise<{ items: ShownFile[]; next: string | null }> {
    const { queries } = this.#database;
    const { page, next } = cutPage(await listIntakes(queries, placeAfter(after)));
    const makers = page.flatMap(({ maker }) => maker ?? []);
    const names = await namesOfStaff(queries, makers);
    const open = await this.#approvals.findOpenAbout(
      queries,
      BOOK,
      page.filter(({ state }) => state === 'waiting').map(({ digest }) => subjectOf(digest)),
    );
    const now = this.#clock.now();
    return { items: page.map((row) => shown(row, { names, open, now })), next };
  }
}

function shown(
  row: IntakeRow,
  {
    names,
    open,
    now,
  }: {
    names: ReadonlyMap<string, string>;
    open: ReadonlyMap<string, string>;
    now: Date;
  },
): ShownFile {
  const isExpired = row.state === 'waiting' && row.expiresAt <= now;
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    name: row.name,
    format: row.format,
    entries: row.entries,
    sums: Object.entries(row.sums).map(([currency, amount]) => ({
      currency: currency as Currency,
      amount: toWire(parseDecimal(amount) ?? ZERO),
    })),
    maker: row.maker === null ? null : { id: row.maker, name: names.get(row.maker) ?? '' },
    state: isExpired ? 'expired' : row.state,
    taken: row.taken,
    aside: row.aside,
    approvalId: row.state === 'waiting' && !isExpired ? (open.get(subjectOf(row.digest)) ?? null) : null,
  };
}

/** Files are the same by their bytes: one proposal about them is open at a time. */
const subjectOf = (digest: string): string => `statement ${digest.slice(0, 16)}`;
