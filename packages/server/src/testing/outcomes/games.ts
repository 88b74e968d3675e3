import type { FaultKind } from '@krapao/sandbox/faults/faults';
import type { ServicesByCode } from '@krapao/sandbox/provider/providers';
import { loadProviderAdapter } from '../../composition/provider-adapters.ts';
import {
  isService,
  PROVIDERS_UNDER_TEST,
  type ProviderUnderTest,
  type ServiceDialect,
} from '../conformance/game-provider-table.ts';
import { PORT_FAULTS, sandboxWorld, type Connection, type PortWorld } from '../conformance/port-world.ts';
import {
  money,
  newPlayer,
  ProviderTrial,
  sent,
  transferOf,
  type Player,
} from '../conformance/provider-trial.ts';
import { answerJson, startAnswering } from '../answering.ts';
import { wordOf, type Column, type OutcomeTable } from './table.ts';

const HAD = money(1_000n);

interface Answer {
  status: number;
  body: object;
}

/** Answers with the codes that a service is known to have. */
const CODES: Readonly<Record<ServiceDialect, Readonly<Record<string, Answer>>>> = {
  joker: byStatus([400, 403, 404, 429, 500, 503]),
  pgsoft: byCode(
    ['1200', '1305', '1400', '3001', '3004', '3005', '3013', '3040', '3100', '3101'],
    (code) => ({ data: null, error: { code, message: 'x', traceId: 't' } }),
  ),
  aesexy: byCode(['1001', '1002', '1012', '1016', '1017', '1018', '1028', '1031'], (status) => ({
    status,
    desc: 'x',
  })),
  jili: byCode(['101', '9'], (code) => ({ ErrorCode: Number(code), Message: 'x', Data: null })),
  betflix: byCode(['1', '9'], (code) => ({ status: 'error', error_code: Number(code), msg: 'x' })),
  askmebet: byCode(['1', '9'], (code) => ({ code: Number(code), msg: 'x' })),
  ambslot: byCode(['902', '9'], (code) => ({ status: { code: Number(code), message: 'x' } })),
};

function byCode(codes: readonly string[], bodyOf: (code: string) => object) {
  return Object.fromEntries(codes.map((code) => [`\`${code}\``, { status: 200, body: bodyOf(code) }]));
}

function byStatus(statuses: readonly number[]) {
  return Object.fromEntries(
    statuses.map((status) => [`HTTP ${status} with a message`, { status, body: { Message: 'x' } }]),
  );
}

const CALLS = ['createPlayer', 'balance', 'transfer', 'lookUp'] as const;
type Call = (typeof CALLS)[number];

/** Tries every service of games in all cases, with one provider each. */
export async function tryGames(): Promise<OutcomeTable[]> {
  const services = PROVIDERS_UNDER_TEST.filter(({ dialect }) => isService(dialect));
  const dialects = Object.fromEntries(services.map(({ code, dialect }) => [code, dialect])) as ServicesByCode;
  const world = await sandboxWorld('provider', '/provider', { dialects });
  try {
    const tables: OutcomeTable[] = [];
    for (const under of services) tables.push(await tryGame(under, world));
    return tables;
  } finally {
    await world.stop();
  }
}

async function tryGame(under: ProviderUnderTest, world: PortWorld): Promise<OutcomeTable> {
  const loaded = await loadProviderAdapter(under.dialect);
  if (!loaded) throw new Error(`no adapter ${under.dialect}`);
  const trial = new ProviderTrial(under, loaded.create, () => world);
  const columns = new Map<string, Column>();
  for (const call of CALLS) columns.set(call, await tryCall(trial, call));
  return { service: under.dialect, columns };
}

async function tryCall(trial: ProviderTrial, call: Call): Promise<Column> {
  const { world } = trial;
  const column = new Map<string, string>();
  const run = async (name: string, changes: Partial<Connection>, strike: () => Promise<unknown>) => {
    const ask = await prepare(trial, call);
    await strike();
    column.set(name, wordOf(await ask(changes)));
    await world.heal();
    await trial.maintenance(false);
  };
  const struck =
    (kind: FaultKind, more = {}) =>
    () =>
      world.outside.fault('provider', kind, more);
  const sound = () => Promise.resolve();

  await run('ok', {}, sound);
  const twice = await prepare(trial, call);
  await twice({});
  column.set('the same again', wordOf(await twice({})));
  await run('a field that no document names', {}, struck('extra'));
  await run('no amounts', {}, struck('missing'));
  await run('no server', { baseUrl: trial.deadUrl }, sound);
  for (const fault of PORT_FAULTS) {
    const [what, when] = fault.split('_', 2);
    const name = `${what === 'timeout' ? 'no answer' : 'HTTP 500'}, ${when}`;
    await run(name, {}, () => world.fault(fault));
  }
  await run('a web page', {}, struck('html'));
  await run('a wrong secret', { secret: 'a-wrong-secret-of-the-test' }, sound);
  await run('a refusal without a record', {}, struck('refused'));
  if (trial.provider.settlesBy === 'reference' && call === 'transfer') {
    await run('in progress', {}, struck('in_progress', { ms: 1 }));
  }
  await run('maintenance', {}, () => trial.maintenance(true));
  const codes = CODES[trial.under.dialect as ServiceDialect];
  for (const [name, answer] of Object.entries({ 'an empty object': { status: 200, body: {} }, ...codes })) {
    const server = await startAnswering((_request, _body, response) =>
      answerJson(response, answer.status, answer.body),
    );
    await run(name, { baseUrl: server.url }, sound);
    await server.stop();
  }
  return column;
}

/** Makes what a call is about, while the service is sound. */
async function prepare(trial: ProviderTrial, call: Call) {
  const player: Player = call === 'createPlayer' ? newPlayer() : await trial.join(HAD);
  const transfer = transferOf('deposit', player.username, 300n);
  if (call === 'lookUp') await trial.provider.transfer(transfer);
  return (changes: Partial<Connection>): Promise<unknown> => {
    const provider = trial.adapter(changes);
    switch (call) {
      case 'createPlayer':
        return provider.createPlayer(player);
      case 'balance':
        return provider.balance(player.username);
      case 'transfer':
        return provider.transfer(transfer);
      case 'lookUp':
        return provider.lookUp(sent(transfer, HAD));
      default:
        return call satisfies never;
    }
  };
}
