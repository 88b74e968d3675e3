/** Measured values of one subject: all runs and their median. */
export interface Figure {
  median: number;
  min: number;
  max: number;
  runs: readonly number[];
  /** Unit printed behind the number: `/s`, `ms`, `KB`, `×`; empty for a count. */
  unit: string;
}

/** Target of a row: its ratio to the yardstick, or the figure itself. */
export type Target =
  | { of: 'ratio' | 'figure'; atLeast: number; atMost?: undefined }
  | { of: 'ratio' | 'figure'; atMost: number; atLeast?: undefined };

/** One line of the table. */
export interface Row {
  /** Stable and unique id, such as `ledger.spread`: names the row in the JSON. */
  id: string;
  /** Label as printed. */
  what: string;
  figure: Figure;
  /** Reference measured in turns with it. */
  yardstick?: { what: string; figure: Figure };
  /** Figure ÷ yardstick: the median over the runs, each figure with the yardstick measured beside it. */
  ratio?: number;
  /** Left out where a figure is only stated. */
  target?: Target;
  /** Value that is compared with the target, where it is neither the ratio nor the figure. */
  judged?: number;
  /** Facts a reader needs to interpret the row. */
  notes?: readonly string[];
}

/** Inputs of every part. */
export interface Context {
  /** Number of runs of each figure, in turns with its yardstick. */
  runs: number;
  /** A tenth of the time for each: shows that the part works; the figures prove nothing. */
  short: boolean;
  /** The repository's root folder, absolute. */
  root: string;
  /** Folder for a part's reports and profiles; it exists. */
  outDir: string;
  /** Address of the `postgres` database on this run's PostgreSQL server; its user may create others. */
  postgresUrl: string;
  /** Settings to try on every measured server: `--set NAME=value`. */
  serverEnv: Readonly<Record<string, string>>;
  /** Whether the measured programs leave CPU profiles in {@link Context.outDir}. */
  profile: boolean;
  /** Logs a progress line; it never becomes part of the table. */
  log(line: string): void;
}

/** A subject measured by itself: `npm run bench -- --only name`. `parts.json` describes it for the help. */
export interface Part {
  name: string;
  run(context: Context): Promise<Row[]>;
}

/**
 * Values identical on every machine: bytes, requests, queries, plans. Stored in `baseline.json` under the
 * name and compared by a test, never measured against a clock.
 */
export interface Baseline {
  name: string;
  /** Reads built files: compared only after the build, with the tests of whole programs. */
  needsBuild?: boolean;
  /** Allowed relative difference of a figure; none when left out. */
  tolerance?: number;
  /** `postgresUrl`: a server on which databases can be created. */
  read(context: { root: string; postgresUrl: string }): Promise<Record<string, number | string>>;
}
