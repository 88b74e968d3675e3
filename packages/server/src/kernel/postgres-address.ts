/** Address of PostgreSQL, parsed from `DATABASE_URL`. */
export interface PostgresAddress {
  /** The address of each server, in the given order: one, or a primary and its standbys. */
  servers: readonly [string, ...string[]];
}

const SCHEME = /^(postgres(?:ql)?:\/\/)((?:[^@/?]*@)?)([^/?@]*)(.*)$/;
/** Parameters by which libpq chooses a server. The driver does not know these. */
const CHOICE = ['target_session_attrs', 'load_balance_hosts'];
/** Accepted kinds of server. All of them mean the primary here: every process writes. */
const PRIMARY = new Set(['any', 'read-write', 'primary']);

/**
 * Parses `postgresql://user:password@a:5432,b/wallet?target_session_attrs=read-write`: one host, or several
 * with commas.
 * @returns an error text if it is invalid
 */
export function parsePostgresAddress(text: string): PostgresAddress | string {
  const [, scheme, user = '', hosts = '', rest = ''] = SCHEME.exec(text) ?? [];
  if (!scheme) return 'must be an address such as postgresql://user:password@host:5432/name';
  const servers: string[] = [];
  for (const host of hosts.split(',')) {
    const address = `${scheme}${user}${host}${rest}`;
    if (!URL.canParse(address) || (hosts.includes(',') && host === '')) {
      return 'must be an address such as postgresql://user:password@host:5432/name; several hosts have commas between';
    }
    const url = new URL(address);
    const wanted = url.searchParams.get('target_session_attrs');
    if (wanted && !PRIMARY.has(wanted))
      return 'target_session_attrs: must be read-write, every process writes';
    for (const name of CHOICE) url.searchParams.delete(name);
    servers.push(url.href);
  }
  const [first, ...others] = servers;
  return first ? { servers: [first, ...others] } : 'must name a host';
}
