import { QR_PROVIDERS } from '@krapao/contract/limits';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ContentError, readDemoMembers } from './content/read.ts';
import { MIGRATION_LOCK } from './database/migrate.ts';
import { createLogger } from './kernel/logger.ts';
import { logInMemory } from './testing/log-in-memory.ts';
import { readSettings, SettingsError } from './kernel/settings.ts';
import { startServer, type RunningServer } from './start-server.ts';
import { Api } from './testing/api.ts';
import { migratedPostgresUrl, pgliteDatabaseIn, postgresUrl } from './testing/databases.ts';
import { eventually } from './testing/eventually.ts';
import { Members } from './testing/members.ts';
import { OutsideWorld, SECRET, type PayoutView } from './testing/counterparties-world.ts';
import { freePort } from './testing/free-port.ts';
import { inWhole } from './testing/forms.ts';
import { DEMO_CONTENT } from './testing/test-server.ts';

/** Separate databases on disk, and servers loaded for the first time, are slow on a busy machine. */
const WHOLE_START_MS = 90_000;

describe('a server process', { timeout: WHOLE_START_MS }, () => {
  let world: OutsideWorld;

  beforeAll(async () => {
    world = await OutsideWorld.start(undefined, { isAsked: false });
  });
  afterAll(() => world.stop());

  const temporaryFolder = async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'krapao-server-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return folder;
  };
  const start = async (
    environment: Record<string, string>,
    logger = createLogger('silent'),
  ): Promise<RunningServer> => {
    const settings = readSettings({
      PORT: '0',
      SANDBOX_URL: world.url,
      SANDBOX_SECRET: SECRET,
      COUNTERPARTY_TIMEOUT_MS: '600',
      RECONCILE_EVERY_MS: '200',
      ...environment,
    });
    return startServer(settings, logger);
  };
  /** Creates a content folder with one provider that has real links. */
  const realContent = async (provider = '') => {
    const CONTENT_DIR = await temporaryFolder();
    await cp(DEMO_CONTENT, CONTENT_DIR, { recursive: true });
    const real =
      '{code: PG, name: PG, category: slot, adapter: signed-json, logo: pg-logo.svg, background: pg-background.svg, web: "https://pg.example", android: "", ios: ""}';
    await writeFile(path.join(CONTENT_DIR, 'providers.yaml'), `[${provider || real}]`);
    return CONTENT_DIR;
  };
  const demoMember = async (url: string) => {
    const [demo] = await readDemoMembers(DEMO_CONTENT);
    const body = { username: demo!.phone, password: demo!.password };
    return new Api(url, (await new Api(url).ok('POST /api/login', { body })).token);
  };

  it('starts on nothing, with demo content and a demo member, and keeps everything over a restart', async () => {
    const DATA_DIR = path.join(await temporaryFolder(), 'data');
    const first = await start({ DATA_DIR });
    await (await demoMember(first.url)).ok('GET /api/wallet');
    const member = await new Members(first.url, world).joinWith(1_000, { game: true });
    await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 250 } });
    await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 300 } });
    const credentials = await member.credentials();
    const payout = await eventually(async () => {
      const [newest] = await world.control<PayoutView[]>('GET', '/payouts');
      expect(newest?.toAccountNo).toBe(member.registration.bankAccountNo);
      return newest!;
    });
    await first.stop();
    await world.control('POST', `/payouts/${payout.id}`, { result: 'done' });

    const second = await start({ DATA_DIR });
    const again = new Members(second.url, world).of(member.registration, member.token);
    expect(await again.credentials()).toEqual(credentials);
    expect((await again.wallet()).amount).toBe(450);
    // The first process could not be told about the payout: the second one checks its status.
    await again.newestBecomes({ statementType: 'withdraw', amount: 300, status: 'SUCCESS' });
    expect(await again.wallet()).toEqual({ amount: 450, transit: 0 });
    expect(await again.statement()).toHaveLength(3);
    await (await demoMember(second.url)).ok('GET /api/wallet');
    await second.stop();
  });

  it('may be one of several on a database, started at the same moment', inWhole, async () => {
    const DATABASE_URL = await postgresUrl();
    const DATA_DIR = await temporaryFolder();
    const servers = await Promise.all([0, 1, 2].map(() => start({ DATABASE_URL, DATA_DIR })));
    const urls = servers.map(({ url }) => url);
    for (const url of urls) await (await demoMember(url)).ok('GET /api/wallet');
    // Changes of one process are visible to the others, sealed passwords included.
    const member = await new Members(urls[0]!, world).join();
    await member.activate();
    for (const url of urls) {
      const there = new Members(url, world).of(member.registration, member.token);
      expect(await there.credentials()).toEqual(await member.credentials());
    }
    // Any process may serve a page that opens a game.
    const username = await member.activate('HUAYHD');
    const { link } = await member.api.ok('GET /api/autoLogin/huayhd/:username', { params: { username } });
    const page = await fetch(new URL(new URL(link).pathname, urls[1]));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form')]);
    const again = await fetch(link);
    expect([again.status, await again.text()]).toEqual([410, expect.any(String)]);
    await Promise.all(servers.map((server) => server.stop()));
  });

  it('makes the demo member of Laos in Laos mode, and none of Thailand', inWhole, async () => {
    const DATABASE_URL = await postgresUrl();
    const server = await start({ DATABASE_URL, DATA_DIR: await temporaryFolder(), LAOS: '1' });
    const demos = await readDemoMembers(DEMO_CONTENT);
    const logIn = ({ phone, password }: (typeof demos)[number]) =>
      new Api(server.url).call('POST /api/login', { body: { username: phone, password } });
    const ends = await Promise.all(demos.map(async (demo) => [demo.laos, (await logIn(demo)).status]));
    expect(ends).toEqual([
      [false, 401],
      [true, 200],
    ]);
    await server.stop();
  });

  /** Settings required without a sandbox. */
  const REAL = {
    SANDBOX: '0',
    SECRET_KEY: 'a key of thirty-two characters at least',
    PUBLIC_URL: 'https://wallet.example',
  };
  const addresses = (...names: string[]) =>
    Object.fromEntries(
      names.flatMap((name) => [
        [`${name}_URL`, `https://${name.toLowerCase().replace('_', '-')}.example`],
        [`${name}_SECRET`, 's'],
      ]),
    ) as Record<string, string>;
  const gateways = QR_PROVIDERS.map((code) => `GATEWAY_${code}`);

  it('without a sandbox names everything that is missing, in one line, and keeps nothing', async () => {
    const DATABASE_URL = await postgresUrl();
    const DATA_DIR = path.join(await temporaryFolder(), 'data');
    const CONTENT_DIR = await realContent();
    const given = { PROVIDER_PG_URL: 'http://pg.example', SLIP_SECRET: 's', ...addresses('GATEWAY_FP') };
    const starting = start({ DATABASE_URL, DATA_DIR, CONTENT_DIR, SANDBOX: '0', ...given });
    const error: unknown = await starting.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SettingsError);
    const [names = '', end] = (error as Error).message.split(': ');
    expect(end).toBe('must be set while SANDBOX=0');
    const wanted = ['SMS', 'BANK', 'EWALLET', 'GIFT', 'DESK', ...gateways]
      .filter((name) => name !== 'GATEWAY_FP')
      .flatMap((name) => [`${name}_URL`, `${name}_SECRET`]);
    expect(names.split(', ').sort()).toEqual(
      ['SECRET_KEY', 'PUBLIC_URL', 'SLIP_URL', 'PROVIDER_PG_SECRET', ...wanted].sort(),
    );
    await expect(readdir(DATA_DIR)).rejects.toThrow(/ENOENT/);
    // The next start fills the store from the given folder.
    const other = await realContent();
    await writeFile(path.join(other, 'operator.yaml'), 'chatWidget: neither');
    await expect(start({ DATABASE_URL, DATA_DIR, CONTENT_DIR: other })).rejects.toThrow(ContentError);
  });

  it('wants an address to be one', inWhole, async () => {
    const starting = start({
      ...REAL,
      ...addresses('SMS', 'BANK', 'EWALLET', 'GIFT', 'SLIP', 'DESK', 'PROVIDER_PG', ...gateways),
      DATABASE_URL: await postgresUrl(),
      CONTENT_DIR: await realContent(),
      PROVIDER_PG_URL: 'no address',
    });
    await expect(starting).rejects.toThrow(/^PROVIDER_PG_URL: must be an address$/);
  });

  it('wants only what its content uses', inWhole, async () => {
    const CONTENT_DIR = await realContent();
    const change = async (file: string, from: RegExp, to: string) => {
      const text = await readFile(path.join(CONTENT_DIR, file), 'utf8');
      expect(text).toMatch(from);
      await writeFile(path.join(CONTENT_DIR, file), text.replace(from, to));
    };
    await change('operator.yaml', /^chatWidget: true$/m, 'chatWidget: false');
    await writeFile(
      path.join(CONTENT_DIR, 'deposit-accounts.yaml'),
      [
        'isManual: false',
        'banks:',
        '  - { bankCode: WW, bankType: PAYMENT, mode: AUTO, bankAccountName: K, bankAccountNo: "", currency: BAHT }',
        '  - { bankCode: FP, bankType: PAYMENT, mode: AUTO, bankAccountName: K, bankAccountNo: "", currency: BAHT, enabled: false }',
        'wallets: []',
      ].join('\n'),
    );
    const DATABASE_URL = await postgresUrl();
    const environment = { ...REAL, DATABASE_URL, CONTENT_DIR };
    await expect(start(environment)).rejects.toThrow(
      'SMS_URL, SMS_SECRET, BANK_URL, BANK_SECRET, GATEWAY_WW_URL, GATEWAY_WW_SECRET, PROVIDER_PG_URL, PROVIDER_PG_SECRET: must',
    );
    const server = await start({ ...environment, ...addresses('SMS', 'BANK', 'GATEWAY_WW', 'PROVIDER_PG') });
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    await server.stop();
  });

  it(
    'starts on real addresses without a sandbox, makes no demo members, and warns of the demo’s easy passwords',
    inWhole,
    async () => {
      const log = logInMemory();
      const names = ['SMS', 'BANK', 'EWALLET', 'GIFT', 'SLIP', 'DESK', 'PROVIDER_PG', ...gateways];
      const server = await start(
        {
          ...REAL,
          ...addresses(...names),
          DATABASE_URL: await postgresUrl(),
          DATA_DIR: await temporaryFolder(),
          CONTENT_DIR: await realContent(),
        },
        createLogger('warn', log.stream),
      );
      expect(log.text()).toContain('protection.yaml allows easy passwords');
      const [demo] = await readDemoMembers(DEMO_CONTENT);
      const body = { username: demo!.phone, password: demo!.password };
      expect(await new Api(server.url).refused('POST /api/login', { body })).toBe('WRONG_CREDENTIAL');
      await server.stop();
    },
  );

  it('lets go of its data folder when it cannot start', inWhole, async () => {
    const DATA_DIR = await temporaryFolder();
    // A database that is there already is opened sooner than a new one.
    await (await pgliteDatabaseIn(DATA_DIR)).close();
    await expect(start({ DATA_DIR, CONTENT_DIR: await temporaryFolder() })).rejects.toThrow(ContentError);
    expect((await readdir(DATA_DIR)).sort()).toEqual(['pglite']);
  });

  it('does not share a port', async () => {
    const ours = async () => ({ DATABASE_URL: await postgresUrl(), DATA_DIR: await temporaryFolder() });
    const server = await start(await ours());
    const PORT = new URL(server.url).port;
    await expect(start({ ...(await ours()), PORT })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await server.stop();
  });

  it('refuses content that names an adapter there is not', async () => {
    const CONTENT_DIR = await realContent(
      '{code: XX, name: XX, category: slot, adapter: unheard-of, logo: pg-logo.svg, background: pg-background.svg, web: "", android: "", ios: ""}',
    );
    const starting = start({
      CONTENT_DIR,
      DATABASE_URL: await postgresUrl(),
      DATA_DIR: await temporaryFolder(),
    });
    await expect(starting).rejects.toThrow('content: provider XX names an unknown adapter, unheard-of');
  });

  it('is alive while it migrates, says so, and is ready afterwards', async () => {
    const DATABASE_URL = await migratedPostgresUrl();
    const migrating = await holdMigrations(DATABASE_URL);
    const PORT = String(await freePort());
    const url = `http://127.0.0.1:${PORT}`;
    const starting = start({ DATABASE_URL, PORT });
    await eventually(async () => expect((await fetch(`${url}/health/live`)).status).toBe(200));
    const ready = await fetch(`${url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'migrations' }]);
    const call = await fetch(`${url}/api/lookup/active`);
    expect([call.status, await call.json()]).toEqual([503, { message: 'SERVICE_UNAVAILABLE' }]);
    await migrating.end();
    const server = await starting;
    const then = await fetch(`${server.url}/health/ready`);
    expect([then.status, await then.json()]).toEqual([200, { status: 'ready' }]);
    await server.stop();
  });
});

/** Holds the migration lock, like a process that has been migrating for a while. */
async function holdMigrations(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  return client;
}
