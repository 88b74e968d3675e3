import type { Person } from '../support/member.ts';
import { endOf } from '../support/api.ts';
import { GAMES } from './vocabulary.ts';
import { FrugalApi } from './frugal-api.ts';
import type { Actor } from './world.ts';

/** Registrations hash passwords; more at once than cores only wait for each other. */
const AT_ONCE = 4;

/** One in so many members has changed their account's name: their payouts wait, and can be cancelled. */
const CAREFUL_EVERY = 8;

/** Registers all members and opens their game accounts. */
export async function enrol(people: readonly Person[], urls: readonly string[]): Promise<Actor[]> {
  const actors: Actor[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < people.length) {
      const no = next;
      next += 1;
      const person = people[no] as Person;
      actors[no] = await enrolOne(person, no, urls[no % urls.length] ?? '');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return actors;
}

/** Servers wait only briefly for counterparties. On a busy machine a game may need several tries. */
const TRIES = 10;

async function enrolOne(person: Person, no: number, url: string): Promise<Actor> {
  const stranger = new FrugalApi(url);
  await stranger.ok('POST /api/account', { body: person });
  const { username, password } = person;
  const { token } = await stranger.ok('POST /api/login', { body: { username, password } });
  const api = new FrugalApi(url, token);
  const usernames: Record<string, string> = {};
  for (const slotCode of GAMES) {
    const params = { slotCode };
    await activate(api, slotCode);
    usernames[slotCode] = (await api.ok('GET /api/wallet/account/:slotCode', { params })).username;
  }
  if (no % CAREFUL_EVERY === CAREFUL_EVERY - 1) {
    const { bankCode, bankAccountName } = person;
    await api.ok('PUT /api/account/bankAccountName', { body: { bankCode, bankAccountName } });
  }
  // A member who has seen the wheel has a seed for the next draw.
  await api.ok('GET /api/spinwheel/setup');
  return { ...person, api, no, usernames, lastMovement: undefined, lastWithdrawal: undefined };
}

async function activate(api: FrugalApi, slotCode: string): Promise<void> {
  const key = 'GET /api/wallet/activate/:slotCode';
  for (let tries = 1; ; tries += 1) {
    const reply = await api.send(key, { params: { slotCode } });
    const end = endOf(key, reply);
    if (end === 'OK' || end === 'SLOT_ALREADY_ACTIVE') return;
    if (tries === TRIES) throw new Error(`${slotCode} could not be activated: ${end}`);
  }
}
