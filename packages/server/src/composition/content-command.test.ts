import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContentStore } from '../content/store.ts';
import { openDatabase, type Database } from '../database/open.ts';
import { readCommandLine } from '../kernel/command-line.ts';
import { migratedPostgresUrl } from '../testing/databases.ts';
import { OutsideWorld } from '../testing/counterparties-world.ts';
import { copyRealContent, editContent, realEnvironment, without } from '../testing/real-counterparties.ts';
import { CONTENT, contentCommand } from './content-command.ts';

describe('npm run tool -- content', () => {
  let world: OutsideWorld;
  let folder: string;
  let environment: Record<string, string>;
  let database: Database;

  beforeAll(async () => {
    world = await OutsideWorld.start();
    folder = await copyRealContent(await mkdtemp(path.join(tmpdir(), 'krapao-command-')));
    const DATABASE_URL = await migratedPostgresUrl();
    environment = { ...(await realEnvironment(world, folder)), DATABASE_URL };
    database = await openDatabase({ databaseUrl: DATABASE_URL, databasePool: 2, dataDir: '' });
  });
  afterAll(() => Promise.all([world.stop(), database.close(), rm(folder, { recursive: true })]));

  const content = async (words: string, given = environment) =>
    contentCommand(readCommandLine(CONTENT, words.split(' ').filter(Boolean)), given);
  const faults = async (words: string, given = environment): Promise<string[]> => {
    const error: unknown = await content(words, given).catch((reason: unknown) => reason);
    if (!(error instanceof Error)) throw new Error('it was accepted');
    return error.message.split('\n');
  };
  const website = async () => (await new ContentStore(database).get()).operator.website;
  const setWebsite = (url: string) =>
    editContent(folder, 'operator.yaml', /^website: .*$/m, `website: ${url}`);

  it('tells every fault at once, of the folder and of the settings, and stores nothing', async () => {
    await editContent(folder, 'withdraw.yaml', /^approval: .*$/m, 'approval: some');
    await editContent(folder, 'providers.yaml', /adapter: hashed-form/, 'adapter: unheard-of');
    const told = await faults('', without(environment, 'PROVIDER_PG', 'GIFT'));
    expect(told).toEqual([
      'withdraw.yaml: approval: must be none',
      'content: provider JOKER names an unknown adapter, unheard-of',
      'GIFT_URL, GIFT_SECRET, PROVIDER_PG_URL, PROVIDER_PG_SECRET: must be set while SANDBOX=0',
    ]);
    // Away from the servers, settings are not checked; the rest is.
    expect(await faults('--without-settings', without(environment, 'PROVIDER_PG', 'GIFT'))).toEqual(
      told.slice(0, 2),
    );
    expect(await new ContentStore(database).isEmpty()).toBe(true);
    await editContent(folder, 'withdraw.yaml', /^approval: .*$/m, 'approval: none');
    await editContent(folder, 'providers.yaml', /adapter: unheard-of/, 'adapter: hashed-form');
  });

  it('only checks when it is asked to', async () => {
    expect(await content('--check')).toContain('has no faults; nothing was loaded');
    expect(await new ContentStore(database).isEmpty()).toBe(true);
  });

  it('loads versions, lists them, shows what one changed and goes back', async () => {
    await setWebsite('https://one.example');
    expect(await content('--by Somsri --note opening')).toBe(`version 1 loaded from ${folder}`);
    expect(await content('')).toContain('in force already');
    await setWebsite('https://two.example');
    expect(await content('--by Malee')).toBe(`version 2 loaded from ${folder}`);
    expect(await content('show 2')).toBe(
      'version 2 changed of version 1:\noperator.website: "https://one.example" → "https://two.example"',
    );
    expect(await content('back 1 --check')).toBe('version 1 has no faults; nothing was loaded');
    expect(await website()).toBe('https://two.example');
    expect(await content('back 1 --by Malee --note wrong')).toBe('version 3 is version 1 again');
    expect(await website()).toBe('https://one.example');
    const [title, ...lines] = (await content('list')).split('\n');
    expect(title).toBe('versions, newest first');
    expect(lines).toEqual([
      expect.stringMatching(/^3 \(in force\) {2}\S+Z {2}[\da-f]{12} {2}Malee {2}back to 1: wrong$/),
      expect.stringMatching(/^2 {2}.* {2}Malee$/),
      expect.stringMatching(/^1 {2}.* {2}Somsri {2}opening$/),
    ]);
    await expect(content('back 9')).rejects.toThrow('there is no version 9');
  });

  it('checks a version as it checks a folder before it goes back', async () => {
    await rm(path.join(folder, 'assets', 'pg-logo.svg'));
    expect(await faults('back 2', without(environment, 'SMS'))).toEqual([
      'providers.yaml: [0].logo: there is no file assets/pg-logo.svg',
      'SMS_URL, SMS_SECRET: must be set while SANDBOX=0',
    ]);
    expect(await website()).toBe('https://one.example');
  });

  it.each(['back', 'show x', 'list 3', 'unheard-of', '--unheard-of'])(
    'explains itself after %s',
    async (words) => {
      await expect(content(words)).rejects.toThrow('npm run tool -- content [list | show N | back N]');
    },
  );
});
