import type { Access, RouteSpec } from '@krapao/contract/route';
import { routes, type RouteKey } from '@krapao/contract/routes';
import { freePort } from '../support/free-port.ts';
import { rowsOf } from '../support/rows.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { rightCall, send, shapeOf, withField, type Answer } from './calls.ts';
import { assemble, words, type Fixtures, type Things } from './fixtures.ts';
import { tryEndpoints } from './endpoints.ts';
import { FIELDS, OPEN_TO_GUESTS, OPEN_TO_STRANGERS, type Field } from './fields.ts';
import { ownUse } from './own-use.ts';
import type { Row } from './row.ts';
import { namingFields } from './schema-fields.ts';
import { tryStaffCalls } from './staff.ts';

export interface AccessReport {
  rows: Row[];
  /** Errors of the table itself, or in the state afterwards; one line each. */
  problems: string[];
}

const KEYS = Object.keys(routes) as RouteKey[];

/** Calls that would end the session used for all other calls. */
const LAST: readonly RouteKey[] = ['POST /api/logout', 'DELETE /api/account/sessions'];

/** Returns undescribed fields of the contract, and descriptions of fields that do not exist. */
export function undescribed(): string[] {
  const problems: string[] = [];
  for (const key of KEYS) {
    const found = namingFields(routes[key]);
    const described = Object.keys(FIELDS[key] ?? {});
    for (const field of found.filter((one) => !described.includes(one)))
      problems.push(`${key}: say in access/fields.ts whose ${field} is`);
    for (const field of described.filter((one) => !found.includes(one)))
      problems.push(`${key}: has no field ${field} that names anything`);
  }
  const open = (access: Access): RouteKey[] => KEYS.filter((key) => routes[key].access === access);
  if (open('public').toSorted().join() !== OPEN_TO_STRANGERS.toSorted().join())
    problems.push(`open to strangers: ${open('public').join(', ')}`);
  if (open('anyone').toSorted().join() !== OPEN_TO_GUESTS.toSorted().join())
    problems.push(`open to guests: ${open('anyone').join(', ')}`);
  return problems;
}

/** Tries every call as every kind of caller, on its own system. */
export async function probeAccess(): Promise<AccessReport> {
  const port = await freePort();
  const stack = await startStack({
    database: 'postgres',
    env: { RECONCILE_EVERY_MS: '100', CONSOLE_PORT: String(port) },
  });
  try {
    const { database } = stack;
    if (!database) throw new Error('the rows are looked at in the database');
    const fixtures = await assemble(stack, database);
    const before = await bothRows(stack, fixtures);
    const rows: Row[] = [];
    for (const key of KEYS) rows.push(...(await asStrangers(stack, key, fixtures)));
    for (const key of KEYS) rows.push(...(await byFields(stack, key, fixtures)));
    rows.push(...(await tryEndpoints(stack, fixtures)));
    const problems = [...undescribed(), ...changed(before, await bothRows(stack, fixtures))];
    rows.push(...(await ownUse(stack, fixtures)));
    rows.push(...(await tryStaffCalls(`http://127.0.0.1:${port}`)));
    return { rows, problems };
  } finally {
    await stack.stop();
  }
}

async function bothRows({ database }: Stack, { prober, owner }: Fixtures): Promise<Record<string, string>> {
  if (!database) return {};
  const of = async (who: string, username: string) =>
    Object.entries(await rowsOf(database, username)).map(
      ([table, rows]) => [`${who}: ${table}`, rows] as const,
    );
  return Object.fromEntries([
    ...(await of('the owner', owner.username)),
    // The prober's messages in their own conversation are allowed, and that they are answered.
    ...(await of('the prober', prober.username)).filter(
      ([table]) => !/chat_|: notice |: session /.test(table),
    ),
  ]);
}

const changed = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.entries(before)
    .filter(([table, rows]) => after[table] !== rows)
    .map(([table, rows]) => `rows changed: ${table}: ${rows} is now ${after[table]}`);

/** Makes every call without a session, and with ended ones. */
async function asStrangers({ url }: Stack, key: RouteKey, fixtures: Fixtures): Promise<Row[]> {
  const spec: RouteSpec = routes[key];
  const call = rightCall(key, fixtures);
  const open = spec.access === 'public';
  const mayGuest = OPEN_TO_GUESTS.includes(key) && (key === 'GET /api/chat/config' || !isAsked(key));
  const tries: [tried: string, token: string | undefined, refusal: string][] = [
    ['no token', undefined, 'UNAUTHORIZED'],
    ['garbage', 'x'.repeat(43), 'INVALID_USER_1'],
    ['expired', fixtures.tokens.expired, 'EXPIRED_AUTH_TOKEN'],
    ['logged out', fixtures.tokens.loggedOut, 'INVALID_USER_1'],
  ];
  const rows: Row[] = [];
  for (const [tried, token, refusal] of tries) {
    const { end } = await send(url, key, call, token);
    const isOpen = open || (mayGuest && token === undefined);
    rows.push({
      what: key,
      tried,
      expected: isOpen ? 'open' : refusal,
      actual: isOpen ? openOr(end, refusal) : end,
    });
  }
  if (OPEN_TO_GUESTS.includes(key)) rows.push(await asGuest(url, key, fixtures));
  return rows;
}

/** Returns whether a call requires a guest's id; only the room's prefix does not. */
const isAsked = (key: RouteKey): boolean => key !== 'GET /api/chat/config';

const openOr = (end: string, refusal: string): string =>
  ['UNAUTHORIZED', refusal].includes(end) || end === 'EXPIRED_AUTH_TOKEN' || end.startsWith('INVALID_USER')
    ? end
    : 'open';

async function asGuest(url: string, key: RouteKey, fixtures: Fixtures): Promise<Row> {
  const guestId = '0b0e7a52-4a6b-4c11-9d1c-2f4f3f6a9d01';
  const call = rightCall(key, fixtures);
  const named = namingFields(routes[key]).includes('guestId')
    ? withField(key, call, 'guestId', guestId)
    : call;
  const { end } = await send(url, key, named, undefined);
  return { what: key, tried: 'guest', expected: 'open', actual: openOr(end, 'UNAUTHORIZED') };
}

/** Sends every field that names a thing, as another member and as a stranger with that thing's identifier. */
async function byFields(stack: Stack, key: RouteKey, fixtures: Fixtures): Promise<Row[]> {
  if (LAST.includes(key)) return [];
  const rows: Row[] = [];
  for (const [name, field] of Object.entries(FIELDS[key] ?? {})) {
    if (field.kind === 'thing') rows.push(await asUnknown(stack, key, fixtures, name, field));
    else rows.push(...(await asShared(stack, key, fixtures, name, field)));
  }
  return rows;
}

/** Returns a call with the value; a game's password is sent with its user name. */
function callWith(key: RouteKey, fixtures: Fixtures, name: string, value: string) {
  const call = rightCall(key, fixtures);
  const base = name === 'password' ? withField(key, call, 'username', fixtures.things.gameUsername) : call;
  const fresh =
    key === 'POST /api/chat/send-message' ? { ...base, body: { ...base.body, _id: words('')._id } } : base;
  return withField(key, fresh, name, value);
}

async function asUnknown(
  { url }: Stack,
  key: RouteKey,
  fixtures: Fixtures,
  name: string,
  field: Field & { kind: 'thing' },
): Promise<Row> {
  const spec: RouteSpec = routes[key];
  // A guest's id sent with a member's token has no meaning; a guest with another id tries its protection.
  const token = spec.access === 'public' ? undefined : fixtures.prober.api.token;
  const theirs = await send(url, key, callWith(key, fixtures, name, fixtures.things[field.thing]), token);
  const nobodys = await send(url, key, callWith(key, fixtures, name, field.unknown), token);
  return {
    what: key,
    tried: `the other’s ${name}`,
    expected: `as unknown: ${summary(nobodys)}`,
    actual: `as unknown: ${summary(theirs)}${leaks(theirs, fixtures.things, field.thing)}`,
  };
}

const summary = ({ status, end, body }: Answer): string =>
  `${status} ${end} ${JSON.stringify(shapeOf(body))}`;

/** Minimum length: shorter values occur in any answer by chance. */
const TELLING = 6;

/** Returns the owner's values that an answer reveals, except the sent one. */
function leaks({ body }: Answer, things: Things, sent: keyof Things): string {
  const text = JSON.stringify(body);
  const told = Object.entries(things).filter(
    ([name, value]) =>
      name !== sent &&
      !['prizeCode', 'phone'].includes(name) &&
      value.length >= TELLING &&
      text.includes(value),
  );
  return told.length > 0 ? `, and tells ${told.map(([name]) => name).join(', ')}` : '';
}

async function asShared(
  { url }: Stack,
  key: RouteKey,
  fixtures: Fixtures,
  name: string,
  { tried }: Field & { kind: 'shared' },
): Promise<Row[]> {
  if (!tried) return [];
  const spec: RouteSpec = routes[key];
  const token = spec.access === 'public' ? undefined : fixtures.prober.api.token;
  const { end } = await send(url, key, callWith(key, fixtures, name, fixtures.things[tried.thing]), token);
  return [{ what: key, tried: `the other’s ${name}`, expected: tried.end, actual: end }];
}
