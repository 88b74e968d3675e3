/** What was measured of one thing: the median of its runs, and all of them. */
export interface Figure {
  median: number;
  min: number;
  max: number;
  runs: readonly number[];
  /** As printed behind the number: `/s`, `ms`, `KB`, `×`; empty for a count. */
  unit: string;
}

/** What a row has to reach: its ratio to the yardstick, or the figure itself. */
export type Target =
  | { of: 'ratio' | 'figure'; atLeast: number; atMost?: undefined }
  | { of: 'ratio' | 'figure'; atMost: number; atLeast?: undefined };

/** One line of the table. */
export interface Row {
  /** Stable and unique, `ledger.spread`: names the row in the JSON. */
  id: string;
  /** As printed. */
  what: string;
  figure: Figure;
  /** What it is compared with, measured in turns with it. */
  yardstick?: { what: string; figure: Figure };
  /** Figure ÷ yardstick: the median over the runs, each figure with the yardstick measured beside it. */
  ratio?: number;
  /** Left out where a figure is stated only. */
  target?: Target;
  /** What a reader must know to read it rightly. */
  notes?: readonly string[];
}

/** What every part is given. */
export interface Context {
  /** How often each figure is measured, in turns with its yardstick. */
  runs: number;
  /** A tenth of the time for each: shows that it works, proves nothing. */
  short: boolean;
  /** The repository's root folder, absolute. */
  root: string;
  /** Where a part may leave reports and profiles; it exists. */
  outDir: string;
  /** The PostgreSQL server of this run: the address of its `postgres` database, whose user may create others. */
  postgresUrl: string;
  /** Settings to try on every measured server: `--set NAME=value`. */
  serverEnv: Readonly<Record<string, string>>;
  /** Whether the measured programs leave CPU profiles in {@link Context.outDir}. */
  profile: boolean;
  /** A line for whoever waits; never part of the table. */
  log(line: string): void;
}

/** A subject that can be measured by itself: `npm run bench -- --only name`. */
export interface Part {
  name: string;
  /** One line for `--help`. */
  about: string;
  run(context: Context): Promise<Row[]>;
}

/**
 * What is the same on every machine: bytes, requests, queries, plans. Kept in `baseline.json` under the name and
 * compared by a test, never measured against a clock.
 */
export interface Baseline {
  name: string;
  /** It looks at what is built: compared after the build only, with the tests of whole programs. */
  needsBuild?: boolean;
  /** By what share of itself a figure may differ; none when left out. */
  tolerance?: number;
  /** `postgresUrl`: a server on which databases can be made. */
  read(context: { root: string; postgresUrl: string }): Promise<Record<string, number | string>>;
}
