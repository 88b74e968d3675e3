import {
  DOWNLOADS_MAX,
  EXPORT_KINDS,
  MEMBERS_ALONE,
  type ExportKind,
  type staffExport,
} from '@krapao/contract/staff/exports';
import type { Permission } from '@krapao/contract/staff/permissions';
import { z } from 'zod';
import type { Language } from '../../content/fields.ts';
import type { Database, Tx } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { seesAll } from '../../domain/staff-view.ts';
import type { Clock } from '../../kernel/clock.ts';
import { BYTE_ORDER_MARK, csvLine, type CsvCell } from '../../kernel/csv.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { newId } from '../../kernel/ids.ts';
import { cutPage, placeAfter } from '../../kernel/list-page.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import type { Approvals } from '../approvals/service.ts';
import { recordAct, recordingRefusal, type Actor } from '../staff-audit/service.ts';
import { namesOfStaff } from '../staff/queries.ts';
import {
  addExport,
  addPart,
  countDownload,
  deleteParts,
  findExport,
  findPart,
  listExports,
  makeReady,
  refuseExport,
  type ExportRow,
} from './repo.ts';
import { HEADINGS } from './words.ts';

/** Rows that are read, and kept as one part of the file, at a time. */
const PART_ROWS = 1_000;
/** Action of a proposal to export members. */
const EXPORT_MEMBERS = 'export.members';

/** Permission to make the export of each kind, which its maker still needs at each download. */
const NEEDED: Readonly<Record<ExportKind, Permission>> = {
  members: 'members.export',
  payouts: 'payouts.export',
  audit: 'audit.export',
};

/** A list that is asked for. */
interface Asked {
  kind: ExportKind;
  filter: Filter;
  language: Language;
  reason: string;
}

type Filter = Readonly<Record<string, string | undefined>>;

/** Reads a page of a list as its reader may see it, as cells of CSV. */
export type ReadCells = (
  staff: StaffCaller,
  filter: Filter,
  page: { after: string | undefined; size: number },
) => Promise<{ cells: CsvCell[][]; next: string | null }>;

/** An export as the console shows it. */
type ShownExport = z.input<typeof staffExport>;

/** Lists as CSV files, with the filters and the masks of the console. */
export class Exports {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #approvals: Approvals;
  readonly #lists: Readonly<Record<ExportKind, ReadCells>>;

  constructor(parts: {
    database: Database;
    clock: Clock;
    approvals: Approvals;
    lists: Readonly<Record<ExportKind, ReadCells>>;
  }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#approvals = parts.approvals;
    this.#lists = parts.lists;
    parts.approvals.register({
      action: EXPORT_MEMBERS,
      payload: z.object({
        exportId: z.uuid(),
        kind: z.enum(EXPORT_KINDS),
        filter: z.record(z.string(), z.string()),
        rows: z.int(),
        isMasked: z.boolean(),
      }),
      permissionOf: () => 'members.approve',
      carryOut: async (tx, { exportId, rows }) => {
        const isReady = await makeReady(tx, exportId, this.#dayFromNow());
        if (!isReady) throw new StaffError('NOT_POSSIBLE');
        return { exportId, rows };
      },
      onRefused: (tx, { exportId }) => refuseExport(tx, exportId),
    });
  }

  /**
   * Writes members to a file. More than 100 wait for a second person before their maker may download it.
   * @returns the id of the proposal where one decides
   */
  async makeMembers(
    staff: StaffCaller,
    actor: Actor,
    asked: Omit<Asked, 'kind'>,
  ): Promise<{ export: ShownExport } | { approvalId: string }> {
    return this.#make(staff, actor, { ...asked, kind: 'members' }, MEMBERS_ALONE);
  }

  /** Writes a list to a file, which its maker may then download. */
  async make(
    staff: StaffCaller,
    actor: Actor,
    asked: Asked & { kind: 'payouts' | 'audit' },
  ): Promise<{ export: ShownExport }> {
    const made = await this.#make(staff, actor, asked, Number.POSITIVE_INFINITY);
    if ('approvalId' in made) throw new Error(`an export of ${asked.kind} waits for nobody`);
    return made;
  }

  /** Lists exports of all staff, newest first, a page at a time. */
  async list(
    staff: StaffCaller,
    after: string | undefined,
  ): Promise<{ items: ShownExport[]; next: string | null }> {
    const { page, next } = cutPage(await listExports(this.#database.queries, placeAfter(after)));
    return { items: await this.#show(staff, page), next };
  }

  /**
   * Counts and records a download of one's own export.
   * @returns the file's name and its parts, one after the other
   * @throws StaffError NO_DATA for another person's; FORBIDDEN where the maker may no longer see what it holds;
   *   NOT_POSSIBLE unless it is ready
   */
  async download(
    staff: StaffCaller,
    actor: Actor,
    id: string,
  ): Promise<{ name: string; parts: AsyncIterable<string> }> {
    const row = await findExport(this.#database.queries, id);
    if (row?.maker !== staff.id) throw new StaffError('NO_DATA');
    const act = { actor, action: 'export.download', subject: `export ${id}` };
    await recordingRefusal(this.#database, act, () =>
      this.#database.transaction(async (tx) => {
        if (!mayHold(staff, row)) throw new StaffError('FORBIDDEN');
        const downloads = await countDownload(tx, id, { most: DOWNLOADS_MAX, now: this.#clock.now() });
        if (downloads === undefined) throw new StaffError('NOT_POSSIBLE');
        const { kind, filter, rows, reason } = row;
        await recordAct(tx, { ...act, outcome: 'done', reason, after: { kind, filter, rows, downloads } });
      }),
    );
    const day = row.createdAt.toISOString().slice(0, 10);
    return { name: `${row.kind}-${day}-${id.slice(-6)}.csv`, parts: this.#parts(id) };
  }

  /** @param alone most rows that one person exports without a second one */
  async #make(
    staff: StaffCaller,
    actor: Actor,
    asked: Asked,
    alone: number,
  ): Promise<{ export: ShownExport } | { approvalId: string }> {
    const { kind, reason } = asked;
    const filter = given(asked.filter);
    const id = newId();
    try {
      const rows = await this.#write(staff, id, { ...asked, filter });
      const row: ExportRow = {
        id,
        kind,
        filter,
        reason,
        maker: staff.id,
        isMasked: !seesAll(staff),
        rows,
        state: rows > alone ? 'waiting' : 'ready',
        createdAt: this.#clock.now(),
        expiresAt: this.#dayFromNow(),
        downloads: 0,
      };
      const approvalId = await this.#database.transaction((tx) => this.#keep(tx, staff, actor, row));
      if (approvalId !== undefined) return { approvalId };
      const [shown] = await this.#show(staff, [row]);
      if (!shown) throw new Error('nothing is shown of an export');
      return { export: shown };
    } catch (error) {
      // What cannot be deleted now is deleted by age.
      await deleteParts(this.#database.queries, id).catch(() => undefined);
      throw error;
    }
  }

  /** @returns how many rows the file has */
  async #write(
    staff: StaffCaller,
    exportId: string,
    { kind, filter, language }: { kind: ExportKind; filter: Filter; language: Language },
  ): Promise<number> {
    const { queries } = this.#database;
    const heading = BYTE_ORDER_MARK + csvLine(HEADINGS[kind][language]);
    let after: string | undefined;
    let rows = 0;
    for (let no = 0; ; no += 1) {
      const { cells, next } = await this.#lists[kind](staff, filter, { after, size: PART_ROWS });
      const text = (no === 0 ? heading : '') + cells.map(csvLine).join('');
      await addPart(queries, { exportId, no, text });
      rows += cells.length;
      if (next === null) return rows;
      after = next;
    }
  }

  /** @returns the id of the proposal where a second person decides */
  async #keep(tx: Tx, staff: StaffCaller, actor: Actor, row: ExportRow): Promise<string | undefined> {
    const { id, kind, filter, rows, isMasked, reason } = row;
    const subject = `export ${id}`;
    await addExport(tx, row);
    if (row.state === 'waiting') {
      const payload = { exportId: id, kind, filter, rows, isMasked };
      return this.#approvals.proposeIn(tx, staff, actor, {
        action: EXPORT_MEMBERS,
        subject,
        payload,
        reason,
      });
    }
    const after = { kind, filter, rows, isMasked };
    await recordAct(tx, { actor, action: `export.${kind}`, subject, outcome: 'done', reason, after });
    return undefined;
  }

  async *#parts(exportId: string): AsyncGenerator<string> {
    for (let no = 0; ; no += 1) {
      const text = await findPart(this.#database.queries, exportId, no);
      if (text === undefined) return;
      yield text;
    }
  }

  async #show(staff: StaffCaller, rows: readonly ExportRow[]): Promise<ShownExport[]> {
    const names = await namesOfStaff(
      this.#database.queries,
      rows.map(({ maker }) => maker),
    );
    return rows.map((row) => {
      const state = this.#stateOf(row);
      return {
        ...row,
        maker: { id: row.maker, name: names.get(row.maker) ?? '' },
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        state,
        mayDownload: state === 'ready' && row.maker === staff.id && mayHold(staff, row),
      };
    });
  }

  #stateOf({ state, expiresAt, downloads }: ExportRow): ShownExport['state'] {
    if (state === 'refused') return 'refused';
    if (downloads >= DOWNLOADS_MAX) return 'used';
    return expiresAt <= this.#clock.now() ? 'expired' : state;
  }

  readonly #dayFromNow = (): Date => new Date(this.#clock.now().getTime() + DAY_MS);
}

/** Returns whether a person may still have the file that they made: a role may have been taken away meanwhile. */
const mayHold = (staff: StaffCaller, { kind, isMasked }: Pick<ExportRow, 'kind' | 'isMasked'>): boolean =>
  staff.permissions.includes(NEEDED[kind]) && (isMasked || kind === 'audit' || seesAll(staff));

/** Returns the filters that are set. */
const given = (filter: Filter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])));
