/** Full names of players: some services put a prefix of the agent before the name that the operator gave. */
import type { Dialect } from '../providers.ts';
import { AGENT } from './askmebet.ts';
import { AGENT_PREFIX } from './betflix.ts';

const PREFIXES: Partial<Record<Dialect, string>> = { askmebet: AGENT, betflix: AGENT_PREFIX };

/** Returns the operator's name of a player who is given by the full name. */
export function operatorName(dialect: Dialect, fullName: string): string {
  const prefix = PREFIXES[dialect] ?? '';
  return fullName.startsWith(prefix) ? fullName.slice(prefix.length) : fullName;
}
