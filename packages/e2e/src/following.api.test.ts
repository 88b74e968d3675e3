import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE } from '@krapao/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerPlayer, type Player } from './support/member.ts';
import { Counterparties } from './support/counterparties.ts';
import { secretsUsed } from './support/secrets.ts';
import { startStack, type Stack } from './support/stack.ts';
import { TraceCollector, type Span } from './support/trace-collector.ts';
import { until } from './support/until.ts';

const WITHIN_MS = 20_000;
const SERVER = fileURLToPath(new URL('../../server/dist/start-server.js', import.meta.url));

interface Line {
  msg: string;
  requestId?: string;
  transferId?: string;
  traceId?: string;
  route?: string;
  counterparty?: string;
  call?: string;
  outcome?: string;
}

describe('a withdrawal', () => {
  let collector: TraceCollector;
  let stack: Stack;
  let counterparties: Counterparties;
  let player: Player;

  beforeAll(async () => {
    collector = await TraceCollector.start();
    stack = await startStack({
      database: 'postgres',
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '200' },
    });
    counterparties = new Counterparties(stack.sandbox.url);
    player = await registerPlayer(stack.url, counterparties, 500);
  });
  afterAll(async () => {
    await stack.stop();
    await collector.stop();
  });

  const lines = (): Line[] =>
    stack.server.output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line);

  async function withdraw(): Promise<{ requestId: string; transferId: string }> {
    const response = await fetch(`${stack.url}/api/wallet/withdraw`, {
      method: 'POST',
      headers: {
        [REQUESTED_WITH_HEADER]: REQUESTED_WITH_VALUE,
        authorization: `Bearer ${player.api.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ amount: 100 }),
    });
    const { _id: transferId } = (await response.json()) as { _id: string };
    return { requestId: response.headers.get('x-request-id') ?? '', transferId };
  }

  it('can be followed through the log by its ids, and through its trace', async () => {
    const { requestId, transferId } = await withdraw();
    const payout = await counterparties.payoutTo(player.bankAccountNo);
    await counterparties.decidePayout(payout.id, 'done');
    const ofTransfer = await until('the bank’s word is in the log', WITHIN_MS, async () => {
      const found = lines().filter((line) => line.transferId === transferId);
      return found.some(({ route }) => route === '/api/callback/bank') && found;
    });
    const ofRequest = lines().filter((line) => line.requestId === requestId);
    expect(ofRequest).toContainEqual(
      expect.objectContaining({ msg: 'answered', route: '/api/wallet/withdraw', transferId }),
    );
    // The request or the reconciler handed it to the bank, and logged that under the transfer's id.
    expect(ofTransfer).toContainEqual(
      expect.objectContaining({ msg: 'counterparty call', counterparty: 'bank', outcome: 'done' }),
    );

    const { traceId } = ofRequest[0] ?? {};
    const spans = await until('the trace has arrived', WITHIN_MS, async () => {
      const found = collector.spans.filter((span) => span.traceId === traceId);
      return found.some(({ name }) => name === 'POST /api/wallet/withdraw') && found;
    });
    const root = spans.find(({ name }) => name === 'POST /api/wallet/withdraw');
    expect(attribute(root, 'krapao.request_id')).toBe(requestId);
    expect(attribute(root, 'http.route')).toBe('/api/wallet/withdraw');
    const asked = spans.filter((span) => attribute(span, 'db.system') ?? attribute(span, 'db.system.name'));
    expect(asked.length).toBeGreaterThan(0);
  });

  it('leaves nothing secret in a trace, nor anybody’s name', async () => {
    const { pgUsername, api } = player;
    const calls = collector.spans.length;
    await api.ok('GET /api/wallet/account/:slotCode', { params: { slotCode: 'PG' } });
    await api.ok('GET /api/wallet/refresh/slot');
    await until('more has been traced', WITHIN_MS, async () => collector.spans.length > calls);
    await until('a call outside is traced', WITHIN_MS, async () =>
      collector.spans.some((span) => attribute(span, 'url.full') === new URL(stack.sandbox.url).origin),
    );
    for (const secret of [...secretsUsed(), pgUsername, player.bankAccountNo, player.username]) {
      expect(collector.text.includes(secret)).toBe(false);
    }
  });
});

it('nothing that takes traces is loaded where no setting asks for them', async () => {
  const code = `
    import { createRequire } from 'node:module';
    await import(${JSON.stringify(SERVER)});
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    console.log(loaded.filter((file) => /@opentelemetry.(sdk|exporter|instrumentation|resources)/.test(file)).length);
    console.log(loaded.length > 0);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
  expect(stdout).toBe('0\ntrue\n');
});

function attribute(span: Span | undefined, key: string): unknown {
  const { value } = span?.attributes.find((one) => one.key === key) ?? {};
  return value && Object.values(value)[0];
}
