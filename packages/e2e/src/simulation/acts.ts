import { setTimeout as delay } from 'node:timers/promises';
import { Api } from '../support/api.ts';
import { until } from '../support/until.ts';
import { resolveTransfers } from './resolve.ts';
import { perform } from './steps.ts';
import { providerOf, type Act, type Press, type Step } from './vocabulary.ts';
import type { Actor, Ending, StepNo, World } from './world.ts';

type Of<K extends Act['kind']> = Extract<Act, { kind: K }>;

/** Maximum delay of a request sent to a counterparty just before a stop. */
const ON_ITS_WAY_MS = 800;
/** Interval in which every process reloads its content. */
const CONTENT_FRESH_MS = 6_000;
const SEEN_WITHIN_MS = 20_000;

const PRESS: Press = { server: 0, times: 1, retry: true };

/** Performs a staff action, except restoring copies. Takes as long as the resulting state lasts. */
export async function act(
  world: World,
  decision: Exclude<Act, { kind: 'restore' }>,
  no: StepNo,
): Promise<Ending> {
  // PGlite belongs to the running server.
  if (!world.database) return 'NOTHING';
  switch (decision.kind) {
    case 'freeze':
      return freeze(world, decision, no);
    case 'stop':
      return stop(world, decision);
    case 'providerOff':
      return switchProviderOff(world, decision, no);
    case 'close':
      return close(world, decision);
    case 'assign':
      return assign(world);
    case 'review':
      return review(world);
  }
}

/** Freezes a member with a payout that the bank has not received, and unfreezes them. */
async function freeze(world: World, { member, ms }: Of<'freeze'>, no: StepNo): Promise<Ending> {
  const { staff, stops, counterparties, expectations } = world;
  const actor = world.actors[member] as Actor;
  if (world.frozen.has(member)) return 'NOTHING';
  world.frozen.add(member);
  // The bank takes no payout for now. After a 500 it may have taken one.
  await counterparties.fault({ port: 'bank', kind: 'timeout_before_commit', rate: 1 });
  await as(world, no, { kind: 'withdraw', member, amount: 100 });
  await staff.freeze(actor.username, true);
  stops.begin(`frozen ${member}`);
  await delay(ON_ITS_WAY_MS);
  // From here on the bank accepts payouts again: one that it accepts was sent in spite of the freeze.
  const since = Date.now();
  await counterparties.clearFaults();
  await delay(ms);
  const taken = (await counterparties.newestPayouts()).filter(
    ({ toAccountNo, acceptedAt }) => toAccountNo === actor.bankAccountNo && Date.parse(acceptedAt) > since,
  );
  for (const { id } of taken)
    expectations.violated(`${actor.username} is frozen, and the bank was given the payout ${id}`);
  stops.end(`frozen ${member}`);
  await staff.freeze(actor.username, false);
  world.frozen.delete(member);
  return 'OK';
}

/** Decides the payouts and the transfers under review, at the console. */
async function review(world: World): Promise<Ending> {
  try {
    const decided = (await world.staff.decideReviews()) + (await resolveTransfers(world));
    return decided > 0 ? 'OK' : 'NOTHING';
  } catch (error) {
    // The server of the console was killed meanwhile. Its end, or the next review, decides the rest.
    if (isCutOff(error)) return 'CUT_OFF';
    throw error;
  }
}

/** Returns whether a call ended with its server: as `fetch` says so, as a connection does, or as a server that stops. */
const isCutOff = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof Error &&
    (['ECONNREFUSED', 'ECONNRESET'].includes(String((error as NodeJS.ErrnoException).code)) ||
      error.message.includes('answered 503 ')));

/** Turns on one of the switches that stop money, and turns it off again. */
async function stop(world: World, { control, ms }: Of<'stop'>): Promise<Ending> {
  const { staff, stops, counterparties, expectations } = world;
  if (world.stopped.has(control)) return 'NOTHING';
  world.stopped.add(control);
  await staff.control(control, true);
  stops.begin(control);
  const since = Date.now() + ON_ITS_WAY_MS;
  await delay(ON_ITS_WAY_MS + ms);
  if (control === 'payouts') {
    for (const { id, acceptedAt } of await counterparties.newestPayouts())
      if (Date.parse(acceptedAt) > since)
        expectations.violated(`payouts are stopped, and the bank was given the payout ${id}`);
  }
  if (control === 'game_credit') await noneIntoGames(world, since);
  stops.end(control);
  await staff.control(control, false);
  world.stopped.delete(control);
  return 'OK';
}

/** Number of members whose games are checked. */
const LOOKED_AT = 20;

async function noneIntoGames({ actors, counterparties, expectations }: World, since: number): Promise<void> {
  for (const { usernames } of actors.slice(0, LOOKED_AT)) {
    for (const [game, username] of Object.entries(usernames)) {
      const { transfers } = await counterparties.player(username, providerOf(game));
      const [late] = transfers.filter(({ type, at }) => type === 'deposit' && Date.parse(at) > since);
      if (late)
        expectations.violated(`credit into games is stopped, and ${username} was given ${late.reference}`);
    }
  }
}

/** Disables a provider that holds a member's bonus, has the bonus checked, and enables it again. */
async function switchProviderOff(
  world: World,
  { member, ms }: Of<'providerOff'>,
  no: StepNo,
): Promise<Ending> {
  const { staff, stops, database, expectations } = world;
  return staff.withContent(async (): Promise<Ending> => {
    await as(world, no, { kind: 'takeBonus', member });
    await as(world, no, { kind: 'collect', member });
    await as(world, no, { kind: 'moveAll', member, to: 'PG2' });
    await staff.content({ secondGame: false });
    await delay(CONTENT_FRESH_MS);
    stops.begin('second_game_off');
    await database?.query(`update user_bonus set check_at = now() where ended_at is null`);
    await delay(ms);
    const back = await as(world, no, { kind: 'move', member, from: 'PG2', to: 'WALLET', amount: 1 }, '-home');
    if (back === 'NO_GAME') expectations.violated('credit does not come back from a provider that is off');
    stops.end('second_game_off');
    await staff.content({});
    return 'OK';
  });
}

/** Closes the site and reopens it. */
async function close(world: World, { ms }: Of<'close'>): Promise<Ending> {
  const { staff, stops } = world;
  return staff.withContent(async (): Promise<Ending> => {
    await staff.content({ active: false });
    await untilActive(world, false);
    stops.begin('closed');
    await delay(ms);
    stops.end('closed');
    await staff.content({});
    await untilActive(world, true);
    return 'OK';
  });
}

/** Waits until all running servers have seen it; a starting one reads it anew. */
export async function untilActive({ servers }: World, isActive: boolean): Promise<void> {
  await until(`isActive is ${isActive} everywhere`, SEEN_WITHIN_MS, async () => {
    const seen = await Promise.all(
      servers.urls.map((url) =>
        new Api(url).ok('GET /api/lookup/active').then(
          (reply) => reply.isActive === isActive,
          () => true,
        ),
      ),
    );
    return seen.every(Boolean);
  });
}

/** Assigns one deposit in suspense to its member. */
async function assign(world: World): Promise<Ending> {
  const { staff, actors, expectations } = world;
  const known = new Map((await staff.inSuspense()).map(({ reference, id }) => [reference, id]));
  const inflow = expectations.inflows.find(
    ({ owners, origin }) => origin && owners[0] === 'suspense' && known.has(origin.statementReference),
  );
  if (!inflow?.origin) return 'NOTHING';
  const { member, statementReference } = inflow.origin;
  await staff.assign(known.get(statementReference) ?? '', actors[member]?.username ?? '');
  inflow.owners = [member];
  return 'OK';
}

/** Performs a member's step that belongs to an act, with its own idempotency key. */
const as = (world: World, no: StepNo, step: Step, part = `-${step.kind}`): Promise<Ending> =>
  perform(world, { ...step, press: PRESS }, `${no}${part}`);
