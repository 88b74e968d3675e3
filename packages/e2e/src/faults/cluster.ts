/** A PostgreSQL server of a test's own, which can be ended and started again. */
export interface Cluster {
  url: string;
  port: number;
  /** Ends it, in order or not, and keeps its data. */
  halt(mode?: 'fast' | 'immediate' | 'kill'): Promise<void>;
  /** Starts it again, at the same port. */
  resume(): Promise<void>;
  /** Makes a primary of a standby. */
  promote(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  settings?: Record<string, string>;
  /** Where its data is put; a temporary folder when left out. */
  folder?: string;
  /** The URL of a server whose copy it is, and which it follows. */
  standbyOf?: string;
}

interface Script {
  startPostgres: (options: ClusterOptions & { own: true; durable: true }) => Promise<Cluster>;
}

/** Starts one with everything that makes it durable. It ends with this process, however this process ends. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const script = new URL('../../../../scripts/postgres.mjs', import.meta.url);
  const { startPostgres: start } = (await import(script.href)) as Script;
  return start({ ...options, own: true, durable: true });
}
