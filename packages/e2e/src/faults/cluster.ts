/** A test's own PostgreSQL server, which can be stopped and restarted. */
export interface Cluster {
  url: string;
  port: number;
  /** Stops it, cleanly or not, and keeps its data. */
  halt(mode?: 'fast' | 'immediate' | 'kill'): Promise<void>;
  /** Restarts it at the same port. */
  resume(): Promise<void>;
  /** Promotes a standby to primary. */
  promote(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  settings?: Record<string, string>;
  /** Folder of its data; a temporary folder when left out. */
  folder?: string;
  /** URL of the primary that it copies and follows. */
  standbyOf?: string;
}

interface Script {
  startPostgres: (options: ClusterOptions & { own: true; durable: true }) => Promise<Cluster>;
}

/** Starts one with full durability. It ends with this process, however this process ends. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const script = new URL('../../../../scripts/lib/postgres.mjs', import.meta.url);
  const { startPostgres: start } = (await import(script.href)) as Script;
  return start({ ...options, own: true, durable: true });
}
