import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { BenchError } from '../bench-error.ts';
import { query, flushDisk, siblingUrl } from './databases.ts';

const run = promisify(execFile);

const SCALE = 50;
const CLIENTS = 32;
const DATABASE = 'bench_tpcb';

/** Name of the yardstick in the table. */
export const TPCB = 'TPC-B';
/** Description of its measurement, for the notes. */
export const TPCB_NOTE = `pgbench, built-in TPC-B-like script, scale ${SCALE}, ${CLIENTS} clients, 2 threads, on the same server in turns`;

/** pgbench's TPC-B-like script on the product's database server. */
export class Tpcb {
  readonly #serverUrl: string;
  readonly #program: string;

  private constructor(serverUrl: string, program: string) {
    this.#serverUrl = serverUrl;
    this.#program = program;
  }

  /**
   * Finds pgbench and fills its tables, unless an earlier run has left them. @throws BenchError without
   * pgbench
   */
  static async prepare(serverUrl: string): Promise<Tpcb> {
    const tpcb = new Tpcb(serverUrl, findPgbench());
    const known = await query(serverUrl, 'select from pg_database where datname = $1', [DATABASE]);
    if (known.length === 0) {
      // It has another name until it is complete.
      await query(serverUrl, `drop database if exists ${DATABASE}_draft`);
      await query(serverUrl, `create database ${DATABASE}_draft`);
      await tpcb.#call([`--scale=${SCALE}`, '--initialize', '--quiet'], `${DATABASE}_draft`);
      await query(serverUrl, `alter database ${DATABASE}_draft rename to ${DATABASE}`);
    }
    return tpcb;
  }

  /** @returns transactions a second */
  async measure(seconds: number): Promise<number> {
    await flushDisk(this.#serverUrl);
    const output = await this.#call([
      '--no-vacuum',
      `--client=${CLIENTS}`,
      '--jobs=2',
      `--time=${Math.ceil(seconds)}`,
    ]);
    const tps = /tps = ([\d.]+)/.exec(output)?.[1];
    if (!tps) throw new BenchError(`pgbench gave no figure: ${output}`);
    return Number(tps);
  }

  async #call(args: readonly string[], database = DATABASE): Promise<string> {
    const url = new URL(siblingUrl(this.#serverUrl, database));
    const { stdout } = await run(this.#program, [...args, database], {
      env: {
        ...process.env,
        PGHOST: url.hostname,
        PGPORT: url.port || '5432',
        PGUSER: decodeURIComponent(url.username),
        PGPASSWORD: decodeURIComponent(url.password),
      },
    });
    return stdout;
  }
}

function findPgbench(): string {
  const folder = process.env['POSTGRES_BIN_DIR'];
  const beside = folder && path.join(folder, 'pgbench');
  if (beside && existsSync(beside)) return beside;
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter).map((dir) => path.join(dir, 'pgbench'));
  const found = onPath.find((file) => existsSync(file));
  if (found) return found;
  throw new BenchError(
    'pgbench was not found: it comes with PostgreSQL’s server (Debian: apt-get install postgresql)',
  );
}
