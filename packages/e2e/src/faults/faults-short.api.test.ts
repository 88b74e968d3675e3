import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Desk } from '../support/desk.ts';
import { inWhole } from '../support/forms.ts';
import { until } from '../support/until.ts';
import { greet } from './chat.ts';
import { databaseGone, databaseRestarted } from './database-faults.ts';
import { deployed } from './process-faults.ts';
import { Rig } from './rig.ts';
import { runFault } from './run-fault.ts';

/** A few of the faults of `npm run tool -- chaos faults`, and their effect on the chat. */
describe('two servers under load', { timeout: 180_000 }, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.start({ players: 3, isBalanced: true });
  }, 180_000);
  afterAll(() => rig.stop());

  it('lose nothing while the database is gone, and say so honestly', async () => {
    const outcome = await runFault(rig, databaseGone(2_000));
    expect(outcome.problems).toEqual([]);
    expect(outcome.told).toBeGreaterThan(0);
  });

  it('hear each other in the chat again after the database was away', inWhole, async () => {
    const desk = new Desk(rig.stack.sandbox.url);
    const guestId = randomUUID();
    const received: unknown[] = [];
    const sockets = rig.servers.slice(0, 2).map(({ url }) => {
      const socket = io(url, { transports: ['websocket'], forceNew: true });
      socket.on('connect', () => void socket.emitWithAck('join', `krapao-${guestId}`));
      socket.on('messaging', (message: unknown) => received.push(message));
      return socket;
    });
    try {
      expect(await greet(rig.servers[0]?.url ?? '', guestId)).toMatchObject({ status: 200 });
      await until('the desk has it', 30_000, async () => (await desk.messages(guestId)).length > 0);
      await databaseRestarted.strike(rig);
      // Messages sent before all listen again are lost to them: browsers fetch them when they reconnect.
      await until('an answer of the staff reaches both servers', 60_000, async () => {
        received.length = 0;
        await desk.answer(guestId, 'hello').catch(() => {});
        return until('both hear', 1_500, async () => received.length >= 2).then(
          () => true,
          () => false,
        );
      });
    } finally {
      for (const socket of sockets) socket.disconnect();
    }
  });

  it('are replaced by a new version without a call that fails', inWhole, async () => {
    const outcome = await runFault(rig, deployed);
    expect(outcome.problems).toEqual([]);
    expect(outcome.calls).toBeGreaterThan(0);
  });
});
