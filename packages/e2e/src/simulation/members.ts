import type { Outside } from '../support/outside.ts';
import { register, type Person } from '../support/member.ts';
import { GAMES } from './vocabulary.ts';
import { FrugalApi } from './frugal-api.ts';
import type { Actor } from './world.ts';

/** Registrations are hashes; more at once than cores only wait for each other. */
const AT_ONCE = 4;

/** Every so many members have changed their account's name: their payouts wait, and can be cancelled. */
const CAREFUL_EVERY = 8;

/** Registers everybody and opens their game accounts. */
export async function enrol(
  people: readonly Person[],
  urls: readonly string[],
  outside: Outside,
): Promise<Actor[]> {
  const actors: Actor[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < people.length) {
      const no = next;
      next += 1;
      const person = people[no] as Person;
      actors[no] = await enrolOne(person, no, urls[no % urls.length] ?? '', outside);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return actors;
}

async function enrolOne(person: Person, no: number, url: string, outside: Outside): Promise<Actor> {
  const member = await register(url, outside, person);
  const usernames: Record<string, string> = {};
  for (const slotCode of GAMES) {
    const params = { slotCode };
    await member.api.ok('GET /api/wallet/activate/:slotCode', { params });
    usernames[slotCode] = (await member.api.ok('GET /api/wallet/account/:slotCode', { params })).username;
  }
  if (no % CAREFUL_EVERY === CAREFUL_EVERY - 1) {
    const { bankCode, bankAccountName } = person;
    await member.api.ok('PUT /api/account/bankAccountName', { body: { bankCode, bankAccountName } });
  }
  const api = new FrugalApi(url, member.api.token);
  return { ...member, api, no, usernames, lastMovement: undefined, lastWithdrawal: undefined };
}
