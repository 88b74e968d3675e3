import path from 'node:path';
import { p99, perSecond } from '../load/http-runner.ts';
import { MEMBERS, walletLooks } from '../load/member-requests.ts';
import { inTurns, ratioOf } from '../measure.ts';
import type { Part } from '../part.ts';
import { freePort, Program } from '../programs/program.ts';
import { openRig } from '../programs/rig.ts';
import { STACK_NOTE } from '../programs/stack.ts';
import { tokenOf } from '../seed/fill.ts';

const CONNECTIONS = 64;

/** The call that home makes first, against what Fastify does with no work at all. */
export const walletPart: Part = {
  name: 'wallet',
  about: 'GET /api/wallet, warm, 64 connections, against a Fastify that answers a constant',
  async run(context) {
    const rig = await openRig(context, { data: { members: MEMBERS, movementsEach: 10 } });
    const [server] = rig.stack.servers;
    const answer = await fetch(`${server?.url}/api/wallet`, {
      headers: { authorization: `Bearer ${tokenOf(1)}` },
    });
    const size = (await answer.arrayBuffer()).byteLength;
    const port = await freePort();
    const constant = await Program.start({
      name: 'constant server',
      root: context.root,
      script: 'packages/bench/dist/programs/constant-server.js',
      port,
      readyPath: '/',
      logFile: path.join(context.outDir, 'constant-server.log'),
      env: { PORT: String(port), SIZE: String(size) },
    });
    const look = (what: string, ports: readonly number[]) =>
      rig.load.run(what, { ports, connections: CONNECTIONS, requests: walletLooks() });
    try {
      const results = await inTurns(context.runs, {
        constant: () => look('constant', [constant.port]),
        wallet: () => look('wallet', rig.ports),
      });
      const [wallet, fastify] = [perSecond(results.wallet), perSecond(results.constant)];
      return [
        {
          id: 'wallet.warm',
          what: 'GET /api/wallet, warm, 64 connections',
          figure: wallet,
          yardstick: { what: 'Fastify constant', figure: fastify },
          ratio: ratioOf(wallet, fastify),
          target: { of: 'ratio', atLeast: 0.35 },
          notes: [STACK_NOTE, `both answer ${size} bytes; ${MEMBERS} members in turn`],
        },
        { id: 'wallet.warm-p99', what: 'the same: p99', figure: p99(results.wallet) },
      ];
    } finally {
      await constant.stop();
      await rig.stop();
    }
  },
};
