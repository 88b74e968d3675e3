import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/open.ts';
import { pgliteDatabase } from '../testing/databases.ts';
import { tryCallbacks } from '../testing/outcomes/callbacks.ts';
import { tryGames } from '../testing/outcomes/games.ts';
import { tryPush } from '../testing/outcomes/push.ts';
import { tryService } from '../testing/outcomes/service-outcomes.ts';
import { SERVICE_TRIALS } from '../testing/outcomes/services.ts';
import { outcomesPage, type OutcomeTable } from '../testing/outcomes/table.ts';

const PAGE = fileURLToPath(new URL('../../../../docs/protocol/outcomes.md', import.meta.url));
const TRIED_WITHIN_MS = 600_000;

/** Folders that are no service with calls of ours. */
const OTHERS = new Set(['files', 'http', 'providers', 'service', 'statements', 'truemoney-webhook']);

/** Cases in which nothing is known, whatever was asked. */
const TELLS_NOTHING = [
  'an empty object',
  'no server',
  'no answer, before',
  'no answer, after',
  'HTTP 500, before',
  'HTTP 500, after',
  'a web page, before',
  'a web page, after',
  'a web page',
];

const foldersIn = (path: string): string[] =>
  readdirSync(new URL(path, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !OTHERS.has(entry.name))
    .map(({ name }) => name);

describe('the outcomes of services', () => {
  let database: Database;
  let services: OutcomeTable[];
  let callbacks: OutcomeTable;

  beforeAll(async () => {
    database = await pgliteDatabase();
    services = [];
    for (const trial of SERVICE_TRIALS) services.push(await tryService(trial, database));
    services.push(await tryPush());
    services.push(...(await tryGames()));
    callbacks = await tryCallbacks();
  }, TRIED_WITHIN_MS);
  afterAll(() => database.close());

  /** Every cell: service, call, case and outcome. */
  const cells = () =>
    services.flatMap(({ service, columns }) =>
      [...columns].flatMap(([call, column]) =>
        [...column].map(([name, outcome]) => ({
          where: `${service} ${call}: ${name}`,
          name,
          outcome,
          column,
        })),
      ),
    );

  it('are known of every adapter', () => {
    const adapters = [...foldersIn('./'), ...foldersIn('./providers/')];
    expect(services.map(({ service }) => service).toSorted()).toEqual(adapters.toSorted());
  });

  it('are unknown where an answer tells nothing', () => {
    const wrong = cells().filter(
      ({ name, outcome }) => TELLS_NOTHING.includes(name) && outcome !== 'unknown',
    );
    expect(wrong.map(({ where, outcome }) => `${where} is ${outcome}`)).toEqual([]);
  });

  it('are not changed by a field that no document names', () => {
    const wrong = cells().filter(
      ({ name, outcome, column }) =>
        name === 'a field that no document names' && outcome !== column.get('ok'),
    );
    expect(wrong.map(({ where }) => where)).toEqual([]);
  });

  it('are never done with a wrong secret, an expired token or a used-up quota', () => {
    const names = ['a wrong secret', 'an expired token', 'a used-up quota'];
    const wrong = cells().filter(
      ({ name, outcome }) => names.includes(name) && !['unknown', 'refused', 'quota'].includes(outcome),
    );
    expect(wrong.map(({ where, outcome }) => `${where} is ${outcome}`)).toEqual([]);
  });

  it('take no callback that is not signed right', () => {
    for (const [service, column] of callbacks.columns) {
      expect([service, column.get('ok'), column.get('the same again')]).toEqual([service, 'taken', 'taken']);
      expect([service, column.get('a field that no document names')]).toEqual([service, 'taken']);
      for (const name of ['a wrong secret', 'no signature', 'a changed body', 'a web page']) {
        expect([service, name, column.get(name)]).toEqual([service, name, 'not believed']);
      }
    }
    for (const service of ['chatwoot', 'opn', 'stripe']) {
      expect([service, callbacks.columns.get(service)?.get('an old time')]).toEqual([
        service,
        'not believed',
      ]);
    }
  });

  it('are those of the page', async () => {
    await expect(outcomesPage([callbacks, ...services])).toMatchFileSnapshot(PAGE);
  });
});
