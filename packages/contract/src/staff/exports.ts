import { z } from 'zod';
import { requiredText, timestamp } from '../fields.ts';
import { TEXT_MAX } from '../limits.ts';
import { reason } from './approvals.ts';
import { auditFilter } from './audit.ts';
import { list, pageId, person, waits } from './fields.ts';
import { payoutView } from './payouts.ts';
import { defineStaffArea } from './route.ts';

/** Most members that one person exports alone. */
export const MEMBERS_ALONE = 100;
/** How often a file may be downloaded: an interrupted download costs one. */
export const DOWNLOADS_MAX = 3;

export const EXPORT_KINDS = ['members', 'payouts', 'audit'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/**
 * `waiting`: a second person decides. `ready`: its maker may download it. `used`: it was downloaded as often as is
 * allowed. `expired`: its time is over.
 */
export const EXPORT_STATES = ['waiting', 'ready', 'used', 'refused', 'expired'] as const;

/** A list that was exported, or waits for a second person. */
export const staffExport = z.object({
  id: z.uuid(),
  kind: z.enum(EXPORT_KINDS),
  /** The filters of the list, by name. */
  filter: z.record(z.string(), z.string()),
  reason: z.string(),
  maker: person,
  createdAt: timestamp,
  rows: z.int(),
  /** Phones and account numbers are masked, as its maker sees them. */
  isMasked: z.boolean(),
  state: z.enum(EXPORT_STATES),
  /** End of the proposal while it waits, then of the file. */
  expiresAt: timestamp,
  downloads: z.int(),
  /** The caller made it and may download it now. */
  mayDownload: z.boolean(),
});

/** Language of a file's headings. */
const language = z.enum(['th', 'la', 'en']).default('en');
const made = z.object({ export: staffExport });

/** Lists as CSV files. */
export const staffExports = defineStaffArea({
  'GET /staff/api/exports': {
    method: 'GET',
    path: '/staff/api/exports',
    permission: 'exports.read',
    summary: 'Exports of all staff, newest first',
    query: z.object({ after: pageId.optional() }),
    response: list(staffExport),
    errors: [],
  },
  'POST /staff/api/exports/members': {
    method: 'POST',
    path: '/staff/api/exports/members',
    permission: 'members.export',
    summary: 'Export the members that a search finds, or all without one; over 100 a second person decides',
    body: z.object({ query: requiredText(TEXT_MAX.name).optional(), language, reason }),
    response: made,
    waits,
    errors: [],
  },
  'POST /staff/api/exports/payouts': {
    method: 'POST',
    path: '/staff/api/exports/payouts',
    permission: 'payouts.export',
    summary: 'Export a list of payouts',
    body: z.object({ state: payoutView, language, reason }),
    response: made,
    errors: [],
  },
  'POST /staff/api/exports/audit': {
    method: 'POST',
    path: '/staff/api/exports/audit',
    permission: 'audit.export',
    summary: 'Export the record of acts',
    body: z.object({ ...auditFilter, language, reason }),
    response: made,
    errors: [],
  },
  'GET /staff/api/exports/:id/file': {
    method: 'GET',
    path: '/staff/api/exports/:id/file',
    permission: 'exports.read',
    summary: 'The file, for its maker, three times within a day; each download is recorded',
    params: z.object({ id: z.uuid() }),
    response: z.never(),
    file: true,
    errors: ['NO_DATA', 'NOT_POSSIBLE'],
  },
});
