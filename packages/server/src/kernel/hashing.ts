import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

// OWASP's first choice for argon2id. One hash at a time per core: unbounded log-ins would starve the rest.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const turn = pLimit(availableParallelism());

/** argon2id in PHC text form. */
export const hashPassword = (password: string): Promise<string> => turn(() => hash(password, OPTIONS));

const decoy = hashPassword('nobody has this password');

/**
 * Whether a password is the one behind a hash. Without a hash the answer is no, after the same work:
 * the time must not tell which phones are registered.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await decoy);
  const matches = await turn(() => verify(against, password));
  return matches && passwordHash !== undefined;
}
