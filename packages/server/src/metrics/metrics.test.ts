import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../database/open.ts';
import { createLogger } from '../kernel/logger.ts';
import { readSettings, SettingsError } from '../kernel/settings.ts';
import { Backups } from '../modules/backups/service.ts';
import { Switches } from '../modules/controls/switches.ts';
import { startServer, type RunningServer } from '../start-server.ts';
import { acceptAnyMovement } from '../testing/any-movement.ts';
import { migratedPostgresUrl } from '../testing/databases.ts';
import { eventually } from '../testing/eventually.ts';
import { readFigure } from '../testing/figures.ts';
import { Members } from '../testing/members.ts';
import { OutsideWorld, SECRET } from '../testing/counterparties-world.ts';
import { inWhole } from '../testing/forms.ts';
import { FORMER_METRICS } from './gauges.ts';

/** Longer than the figures are cached. */
const FRESH_MS = 6_000;
const DAY_MS = 86_400_000;

describe('a server that is operated', () => {
  let world: OutsideWorld;
  let folder: string;
  let databaseUrl: string;
  let database: Database;
  let server: RunningServer;
  let members: Members;

  const settings = () =>
    readSettings({
      PORT: '0',
      METRICS_PORT: '0',
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      SANDBOX_URL: world.url,
      SANDBOX_SECRET: SECRET,
      COUNTERPARTY_TIMEOUT_MS: '600',
      RECONCILE_EVERY_MS: '200',
      WEB_DIR: '/nowhere',
      AUDIT_HOUR: 'off',
    });

  beforeAll(async () => {
    world = await OutsideWorld.start(undefined, { isAsked: false });
    folder = await mkdtemp(path.join(tmpdir(), 'krapao-metrics-'));
    databaseUrl = await migratedPostgresUrl();
    database = await openDatabase({ databaseUrl, databasePool: 2, dataDir: '' });
    server = await startServer(settings(), createLogger('silent'));
    members = new Members(server.url, world);
  });
  afterAll(async () => {
    await world.stop();
    await server.stop();
    await database.close();
    await rm(folder, { recursive: true });
  });

  const figure = (name: string, labels?: Record<string, string>) =>
    readFigure(server.metricsUrl, name, labels);

  it('is live and ready, and shows its metrics on their own port alone', async () => {
    // A database that needs two seconds to answer counts as unavailable, and this one may be busy.
    await eventually(async () => {
      const ready = await fetch(`${server.url}/health/ready`);
      expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
    });
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    const other = new URL('/', server.metricsUrl);
    expect((await fetch(other)).status).toBe(404);
    expect(await figure('krapao_database_up')).toBe(1);
    expect(await figure('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  });

  it('counts what it answers by pattern, the ledger’s batches and the calls outside', async () => {
    const member = await members.joinWith(1_000, { game: true });
    await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 250 } });
    const { username } = await member.credentials();
    const name = 'krapao_http_request_duration_seconds_count';
    expect(await figure(name, { route: '/api/wallet/transfer', status: '200' })).toBe(1);
    expect(await figure('krapao_ledger_batch_size_count', { operation: 'submit' })).toBeGreaterThan(0);
    const calls = 'krapao_counterparty_call_duration_seconds_count';
    expect(await figure(calls, { counterparty: 'provider:PG', call: 'transfer', outcome: 'done' })).toBe(1);
    const text = await (await fetch(server.metricsUrl ?? '')).text();
    const figures = (of: string) =>
      text.split('\n').flatMap((line) => (line.startsWith(of) ? [line.slice(of.length)] : []));
    for (const [former, current] of Object.entries(FORMER_METRICS)) {
      expect(figures(former).length).toBeGreaterThan(0);
      expect(figures(former)).toEqual(figures(current));
    }
    expect(text).not.toContain(username);
    expect(text).not.toContain(member.registration.username);

    const forged = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    await fetch(`${server.url}/api/callback/bank`, forged);
    expect(await figure('krapao_callbacks_refused_total', { route: '/api/callback/bank' })).toBe(1);
  });

  it('has no figure for what has never happened', async () => {
    expect(await figure('krapao_transfers_in_review')).toBe(0);
    expect(await figure('krapao_audit_finished_seconds_ago')).toBeUndefined();
    expect(await figure('krapao_audit_clean_seconds_ago')).toBeUndefined();
    expect(await figure('krapao_backup_seconds_ago')).toBeUndefined();
  });

  it('lets a stranger tell that money is stuck, and where', { ...inWhole, timeout: 40_000 }, async () => {
    await acceptAnyMovement(database);
    await sql`
      with wallet as (insert into ledger_account (code, currency, house) values ('house:stuck:BAHT', 'BAHT', true)
          returning id),
        bank as (insert into ledger_account (code, currency, house, balance)
          values ('house:suspense:BAHT', 'BAHT', true, 12345) returning id)
      insert into ledger_transfer
          (id, debit_account, credit_account, amount, kind, state, sweep, detail, created_at, settled_at)
        select gen_random_uuid(), wallet.id, bank.id, 10000, kind, state, false, detail::jsonb,
               now() - age::interval, settled::timestamptz
          from wallet, bank, (values
            ('withdraw', 'pending', '{}', '2 hours', null),
            ('withdraw', 'pending', '{}', '1 minute', null),
            ('game_out', 'pending', '{}', '3 hours', null),
            ('deposit', 'posted', '{"unmatched": "no_member"}', '1 day', 'now')
          ) as stuck (kind, state, detail, age, settled)`.execute(database.queries);
    await sql`insert into provider_outage (provider, since, probe_at)
      values ('JOKER', now() - interval '10 minutes', now() + interval '1 hour')`.execute(database.queries);
    await sql`insert into audit_run (day, started_at, finished_at, wrong, attention) values
      ('2026-01-01', now() - interval '2 days', now() - interval '2 days', 0, 0),
      ('2026-01-02', now() - interval '1 day', now() - interval '1 day', 3, 1)`.execute(database.queries);

    await new Backups(database).record({
      tool: 'pgBackRest',
      place: '',
      takenAt: new Date(Date.now() - 3 * DAY_MS),
    });
    await new Switches(database).set('payouts', true, { by: 'Somsri', reason: 'a fault of the bank' });
    await sql`update control set changed_at = now() - interval '3 hours' where name = 'payouts'`.execute(
      database.queries,
    );

    await eventually(async () => {
      expect(await figure('krapao_transfers_pending', { kind: 'withdraw' })).toBe(2);
    }, 3 * FRESH_MS);
    expect(await figure('krapao_transfers_pending_oldest_seconds', { kind: 'game_out' })).toBeGreaterThan(
      10_700,
    );
    expect(await figure('krapao_transfers_pending_amount', { kind: 'withdraw' })).toBe(200);
    expect(await figure('krapao_payouts_held', { by: 'stop' })).toBe(2);
    expect(await figure('krapao_payouts_held_oldest_seconds', { by: 'stop' })).toBeGreaterThan(7_100);
    expect(await figure('krapao_control_stopped_seconds', { control: 'payouts' })).toBeGreaterThan(10_700);
    expect(await figure('krapao_control_stopped_seconds', { control: 'deposits' })).toBe(0);
    expect(await figure('krapao_backup_seconds_ago')).toBeGreaterThan(3 * 86_000);
    expect(await figure('krapao_suspense_amount', { currency: 'BAHT' })).toBe(123.45);
    expect(await figure('krapao_deposits_unmatched')).toBe(1);
    expect(await figure('krapao_deposits_unmatched_oldest_seconds')).toBeGreaterThan(86_000);
    expect(await figure('krapao_provider_outage_seconds', { provider: 'JOKER' })).toBeGreaterThan(590);
    expect(await figure('krapao_audit_findings', { severity: 'wrong' })).toBe(3);
    expect(await figure('krapao_audit_clean_seconds_ago')).toBeGreaterThan(170_000);

    await new Switches(database).set('payouts', false, { by: 'Somsri', reason: 'mended' });
    await eventually(async () => {
      expect(await figure('krapao_payouts_waiting', { age: 'under 5 minutes' })).toBe(1);
    }, 3 * FRESH_MS);
    expect(await figure('krapao_payouts_waiting', { age: '1 to 24 hours' })).toBe(1);
    expect(await figure('krapao_payouts_waiting_oldest_seconds')).toBeGreaterThan(7_100);
    expect(await figure('krapao_control_stopped_seconds', { control: 'payouts' })).toBe(0);
  });

  it('says which setting is wrong when the port of the metrics is taken', async () => {
    const { port } = new URL(server.metricsUrl ?? '');
    const again = startServer({ ...settings(), metricsPort: Number(port) }, createLogger('silent'));
    await expect(again).rejects.toThrow(
      new SettingsError(`METRICS_PORT: ${port} is in use by another program`),
    );
  });

  it('is not ready from the moment it is told to stop, and finishes what it is at', async () => {
    const member = await members.joinWith(1_000, { game: true });
    const another = await startServer(settings(), createLogger('silent'));
    const stopping = another.stop(3_000);
    const ready = await fetch(`${another.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'draining' }]);
    const late = await fetch(`${another.url}/api/wallet`, {
      headers: { authorization: `Bearer ${member.token}` },
    });
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
    expect((await fetch(`${another.url}/health/live`)).status).toBe(200);
    await stopping;
    await expect(fetch(`${another.url}/health/live`)).rejects.toThrow();
  });
});
