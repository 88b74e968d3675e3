import type { FaultKind, FaultPort } from '@krapao/sandbox/faults/faults';
import type { ServiceConnection } from '../../adapters/http/service-call.ts';
import type { Database } from '../../database/open.ts';
import { SERVICE_FAULTS, ServiceWorld } from '../conformance/service-world.ts';
import { answerJson, pass, startAnswering } from '../answering.ts';
import { wordOf, type Column, type OutcomeTable } from './table.ts';

export interface Ground {
  world: ServiceWorld;
  database: Database;
}

/** A call through a connection; without a secret, the right one. */
type Ask = (connection: ServiceConnection, secret?: string) => Promise<unknown>;

/** A call that is tried. */
export interface CallTrial {
  name: string;
  /** Makes what a call is about, while the service is sound. */
  prepare: (ground: Ground) => Promise<Ask> | Ask;
}

/** A service of the sandbox, and the calls of its adapter. */
export interface ServiceTrial {
  service: string;
  port: FaultPort;
  /** A second port of the service, which is struck as well. */
  alsoStruck?: FaultPort;
  /** Secrets that the service does not take, by the names of their cases. */
  secrets: Readonly<Record<string, string>>;
  /** Calls that need a quota or a balance. */
  limited: readonly string[];
  /** How an error is answered to the request that a call is about, where a call makes several requests. */
  errorAnswer?: (path: string, error: string) => { status: number; body: object } | undefined;
  calls: readonly CallTrial[];
}

const FAULT_NAMES: Readonly<Record<string, string>> = {
  timeout_before_commit: 'no answer, before',
  timeout_after_commit: 'no answer, after',
  http_500: 'HTTP 500',
  html: 'a web page',
};

/** Tries a service in all cases, the errors that it documents among them. */
export async function tryService(trial: ServiceTrial, database: Database): Promise<OutcomeTable> {
  const world = await ServiceWorld.start(trial.port);
  const empty = await startAnswering((_request, _body, response) => answerJson(response, 200, {}));
  try {
    const columns = new Map<string, Column>();
    for (const call of trial.calls) {
      columns.set(
        call.name,
        await tryCall(trial, call, { ground: { world, database }, emptyUrl: empty.url }),
      );
    }
    return { service: trial.service, columns };
  } finally {
    await empty.stop();
    await world.stop();
  }
}

async function tryCall(
  trial: ServiceTrial,
  call: CallTrial,
  { ground, emptyUrl }: { ground: Ground; emptyUrl: string },
): Promise<Column> {
  const { world } = ground;
  const column = new Map<string, string>();
  const strike = async (kind: FaultKind, dice = 0): Promise<void> => {
    await world.fault(kind, dice);
    if (trial.alsoStruck) await world.outside.fault(trial.alsoStruck, kind);
  };
  const run = async (
    name: string,
    about: { before?: () => Promise<void>; connection?: ServiceConnection; secret?: string } = {},
  ): Promise<void> => {
    const ask = await call.prepare(ground);
    await about.before?.();
    column.set(name, wordOf(await ask(about.connection ?? world.connection, about.secret)));
    await world.heal();
  };

  await run('ok');
  const twice = await call.prepare(ground);
  await twice(world.connection);
  column.set('the same again', wordOf(await twice(world.connection)));
  await run('a field that no document names', { before: () => strike('extra') });
  await run('no amounts', { before: () => strike('missing') });
  await run('an empty object', { connection: { baseUrl: emptyUrl, timeoutMs: 2_000 } });
  await run('no server', { connection: world.dead });
  for (const [kind, dice] of SERVICE_FAULTS) {
    const when = kind.startsWith('timeout') ? '' : dice === 0 ? ', before' : ', after';
    await run(`${FAULT_NAMES[kind]}${when}`, { before: () => strike(kind, dice) });
  }
  for (const [name, secret] of Object.entries(trial.secrets)) await run(name, { secret });
  if (trial.limited.includes(call.name)) await run('a used-up quota', { before: () => strike('quota') });
  for (const error of await world.errors()) {
    const { errorAnswer } = trial;
    if (!errorAnswer) {
      await run(`\`${error}\``, { before: () => world.force(error) });
      continue;
    }
    const front = await startAnswering(async (request, body, response) => {
      const answer = errorAnswer(request.url ?? '', error);
      if (answer) return answerJson(response, answer.status, answer.body);
      const { status, text } = await pass(world.connection.baseUrl, request, body);
      return void response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
    await run(`\`${error}\``, { connection: { baseUrl: front.url, timeoutMs: 5_000 } });
    await front.stop();
  }
  return column;
}
