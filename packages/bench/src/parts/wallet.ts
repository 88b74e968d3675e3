import path from 'node:path';
import { p99, perSecond } from '../load/http-runner.ts';
import { MEMBERS, walletLooks } from '../load/member-requests.ts';
import { inTurns, ratioOf } from '../measure.ts';
import type { Context, Part } from '../part.ts';
import { freePort } from '@krapao/e2e/support/free-port';
import { Program } from '../programs/program.ts';
import { openRig } from '../programs/rig.ts';
import { STACK_NOTE } from '../programs/stack.ts';
import { tokenOf } from '../seed/fill.ts';

const CONNECTIONS = 64;

/** The first call of home, against the same Fastify without a lookup. */
export const walletPart: Part = {
  name: 'wallet',
  async run(context) {
    const rig = await openRig(context, { data: { members: MEMBERS, movementsEach: 10 } });
    const [server] = rig.stack.servers;
    const answer = await fetch(`${server?.url}/api/wallet`, {
      headers: { authorization: `Bearer ${tokenOf(1)}` },
    });
    const size = (await answer.arrayBuffer()).byteLength;
    const product = await startConstant(context, { app: 'product', size });
    const bare = await startConstant(context, { app: 'bare', size });
    const look = (what: string, ports: readonly number[]) =>
      rig.load.run(what, { ports, connections: CONNECTIONS, requests: walletLooks() });
    try {
      const results = await inTurns(context.runs, {
        product: () => look('constant of the same Fastify', [product.port]),
        bare: () => look('constant of a bare Fastify', [bare.port]),
        wallet: () => look('wallet', rig.ports),
      });
      const wallet = perSecond(results.wallet);
      const [same, least] = [perSecond(results.product), perSecond(results.bare)];
      return [
        {
          id: 'wallet.warm',
          what: 'GET /api/wallet, warm, 64 connections',
          figure: wallet,
          yardstick: { what: 'same Fastify', figure: same },
          ratio: ratioOf(wallet, same),
          target: { of: 'ratio', atLeast: 0.35 },
          notes: [STACK_NOTE, `both answer ${size} bytes; ${MEMBERS} members in turn`],
        },
        {
          id: 'wallet.bare',
          what: 'the same against a bare Fastify: no ids, headers, log or limits',
          figure: wallet,
          yardstick: { what: 'bare Fastify', figure: least },
          ratio: ratioOf(wallet, least),
        },
        { id: 'wallet.warm-p99', what: 'the same: p99', figure: p99(results.wallet) },
      ];
    } finally {
      await product.stop();
      await bare.stop();
      await rig.stop();
    }
  },
};

/** Starts a server that answers every request with so many bytes. */
async function startConstant(
  { root, outDir }: Context,
  { app, size }: { app: 'product' | 'bare'; size: number },
): Promise<Program> {
  const port = await freePort();
  return Program.start({
    name: `constant server, ${app}`,
    root,
    script: 'packages/bench/dist/programs/constant-server.js',
    port,
    readyPath: '/',
    logFile: path.join(outDir, `constant-${app}.log`),
    nodeArgs: ['--max-semi-space-size=64'],
    env: { PORT: String(port), SIZE: String(size), APP: app },
  });
}
