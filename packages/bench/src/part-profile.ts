import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Context } from './part.ts';
import { DatabaseWatch, type DatabaseProfile } from './postgres/observe.ts';
import { summarize } from './profile.ts';

const PRINTED = 12;

/** Time profile of a part, for its servers and the database. */
export class PartProfile {
  readonly #context: Context;
  readonly #known: readonly string[];
  readonly #database: DatabaseWatch;

  private constructor(context: Context, database: DatabaseWatch) {
    this.#context = context;
    this.#known = profilesIn(context.outDir);
    this.#database = database;
  }

  static async begin(context: Context): Promise<PartProfile> {
    return new PartProfile(context, await DatabaseWatch.start(context.postgresUrl));
  }

  async end(): Promise<{ database: DatabaseProfile; processes: object[] }> {
    const database = await this.#database.end();
    this.#print('the database waited for', database.waits);
    this.#print(
      'statements',
      database.statements.map(({ text, calls, meanMs, percent }) => ({
        percent,
        where: `${calls} × ${meanMs} ms ${text.slice(0, 100)}`,
      })),
    );
    const processes = profilesIn(this.#context.outDir)
      .filter((name) => !this.#known.includes(name))
      .map((file) => {
        const profile = summarize(path.join(this.#context.outDir, file));
        this.#print(`${file}, ${profile.busyPercent} % busy: packages`, profile.packages);
        this.#print('functions', profile.functions);
        return { file, ...profile };
      });
    return { database, processes };
  }

  #print(what: string, shares: readonly { where: string; percent: number }[]): void {
    this.#context.log(`${what}:`);
    for (const { where, percent } of shares.slice(0, PRINTED)) {
      this.#context.log(`${percent.toFixed(1).padStart(6)} % ${where}`);
    }
  }
}

const profilesIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'));
