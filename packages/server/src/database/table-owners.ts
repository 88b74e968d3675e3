import type { DB } from './schema.ts';

/*
 * One part of the server owns a table: only its files query it. Parts are the folders of `src`, and those of `modules`.
 * Other parts read it through the owner's `queries.ts`. `table-owners.test.ts` compares this list with every query.
 */

export type Table = keyof DB;

export const TABLE_OWNERS: Readonly<Record<Table, string>> = {
  audit_checkpoint: 'audit',
  audit_run: 'audit',
  backup_run: 'backups',
  approval: 'approvals',
  balance_claim: 'transfers',
  chat_budget: 'chat',
  chat_conversation: 'chat',
  chat_file: 'chat',
  chat_message: 'chat',
  coin_day: 'spinwheel',
  coin_withdrawal: 'spinwheel',
  content: 'content',
  content_version: 'content',
  control: 'controls',
  control_change: 'controls',
  feed: 'deposits',
  file_part: 'files',
  file_removal: 'files',
  game_account: 'games',
  gift_link: 'gifts',
  gift_ticket: 'gifts',
  holder_name: 'senders',
  incoming_transfer: 'incoming',
  invite_bonus: 'invite',
  invite_collection: 'invite',
  invite_friend: 'invite',
  launch_page: 'games',
  ledger_account: 'ledger',
  ledger_transfer: 'ledger',
  limit_count: 'database',
  login_back_off: 'session',
  manual_review: 'ledger',
  member: 'account',
  member_device: 'session',
  member_freeze: 'controls',
  member_note: 'members',
  onward_transfer: 'transfers',
  otp: 'otp',
  payout_decision: 'withdrawals',
  payout_review: 'payout-review',
  play_day: 'refund',
  promotion_miss: 'promotion',
  provider_outage: 'games',
  qr_order: 'deposits',
  refund: 'refund',
  rejected_entry: 'rejected-entries',
  rejected_entry_retry: 'rejected-entries',
  same_money: 'suspense',
  statement_file: 'statement-files',
  statement_intake: 'statement-files',
  suspense_end: 'suspense',
  suspense_open: 'ledger',
  schema_expansion: 'database',
  schema_function: 'database',
  schema_migration: 'database',
  secret_key: 'database',
  server_key: 'gifts',
  service_record: 'service-records',
  session: 'session',
  settlement_attempt: 'ledger',
  slip: 'slips',
  slip_answer: 'slips',
  slip_image: 'slips',
  slip_reference: 'slips',
  socket_io_attachments: 'composition', // by the adapter of socket.io
  spin_coupon: 'spinwheel',
  spin_draw: 'spinwheel',
  spin_member: 'spinwheel',
  spin_rotation: 'spinwheel',
  staff: 'staff',
  staff_audit: 'staff-audit',
  staff_audit_end: 'audit', // written by staff_audit_add alone
  staff_challenge: 'staff',
  staff_export: 'exports',
  staff_export_part: 'exports',
  staff_link: 'staff',
  staff_own_role: 'staff',
  staff_passkey: 'staff',
  staff_recovery_code: 'staff',
  staff_role: 'staff',
  staff_session: 'staff',
  staff_view: 'staff',
  turnover_counted: 'turnover',
  turnover_cursor: 'turnover',
  turnover_day: 'turnover',
  turnover_entry: 'turnover',
  turnover_horizon: 'turnover',
  turnover_late: 'turnover',
  turnover_total: 'turnover',
  user_bonus: 'bonus',
  verified_phone: 'otp',
};

/** Parts that may read every table, each with the reason. They write only their own. */
export const READ_MODELS: Readonly<Record<string, string>> = {
  audit: 'recomputes the books from the rows, without the code that wrote them',
  members: 'shows staff all of a member on one page, and finds members by anything that is known of them',
  metrics: 'counts what waits, in one query for all tables',
  statement: 'shows every kind of transfer in one list, a page at a time by index',
  today: 'counts all queues and the day’s money for staff',
  wallet: 'shows the whole wallet in one round trip (docs/adr/0020)',
};

/** Files that use the tables of other parts by design, each with the reason. */
export const SHARED_FILES: Readonly<Record<string, { reason: string; tables: readonly Table[] }>> = {
  'composition/sealed-values.ts': {
    reason: 'values of all parts are resealed when the secret key changes',
    tables: ['game_account', 'gift_link', 'launch_page', 'server_key', 'staff'],
  },
  'database/cleaner.ts': {
    reason: 'aged rows of all parts are removed in one round',
    tables: [
      'chat_file',
      'chat_message',
      'launch_page',
      'login_back_off',
      'member_device',
      'otp',
      'session',
      'staff_export_part',
      'staff_link',
      'staff_session',
      'verified_phone',
    ],
  },
  'database/suspense.ts': {
    reason: 'a condition that the audit, which may not import the ledger, shares with modules',
    tables: ['ledger_transfer', 'same_money', 'suspense_end'],
  },
  'modules/files/service.ts': {
    reason: 'files are moved between their rows and the file store',
    tables: ['chat_file', 'slip_image'],
  },
};

/** Files with queries whose table is a variable. The names stand in the lists that they are given. */
export const QUERIES_BY_VARIABLE: readonly string[] = [
  'audit/invites-refunds.ts',
  'database/cleaner.ts',
  'database/migrate.ts',
  'database/sealed-columns.ts',
  'modules/files/mover.ts',
  'modules/files/service.ts',
];
