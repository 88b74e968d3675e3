import { randomUUID } from 'node:crypto';
import { DEVICE_HEADER, DEVICE_MARK_HEADER } from '@krapao/contract/limits';
import { median, figureOf } from '../measure.ts';
import type { Part } from '../part.ts';
import { openRig } from '../programs/rig.ts';
import { STACK_NOTE } from '../programs/stack.ts';
import { PASSWORD, phoneOf } from '../seed/fill.ts';

const NETWORKS = 100;
const OWNERS_LOGINS = 12;
const OWNER = phoneOf(1);
/** The owner's own address; all callers come through the same trusted proxy. */
const HOME = '203.0.113.7';

interface Answer {
  status: number;
  tookMs: number;
  mark: string | undefined;
}

/** Logs in from an address. @param device id of the browser, where it sends one */
async function logIn(
  url: string,
  login: { phone: string; password: string; address: string; device?: string; mark?: string | undefined },
): Promise<Answer> {
  const sentMs = performance.now();
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': login.address,
      ...(login.device && { [DEVICE_HEADER]: login.device }),
      ...(login.mark && { [DEVICE_MARK_HEADER]: login.mark }),
    },
    body: JSON.stringify({ username: login.phone, password: login.password }),
  });
  const body = (await response.json()) as { deviceMark?: string };
  return { status: response.status, tookMs: performance.now() - sentMs, mark: body.deviceMark };
}

/** Log-in by the owner of a known browser while a network guesses other members' passwords. */
export const guessesPart: Part = {
  name: 'guesses',
  async run(context) {
    const done: number[] = [];
    const middles: number[] = [];
    const worsts: number[] = [];
    const notes: string[] = [STACK_NOTE.replace('(wide)', '(strict)')];
    for (let run = 0; run < context.runs; run += 1) {
      const rig = await openRig(context, {
        data: { members: 200, movementsEach: 1 },
        env: { LIMITS: 'strict', LOG_LEVEL: 'error' },
      });
      const [url = ''] = rig.stack.servers.map((server) => server.url);
      const isOver = new AbortController();
      let guesses = 0;
      let refused = 0;
      const guess = async (network: number): Promise<void> => {
        for (let n = 0; !isOver.signal.aborted; n += 1) {
          const { status } = await logIn(url, {
            phone: phoneOf(2 + ((network * 31 + n) % 198)),
            password: `wrong-${network}-${n}`,
            address: `2001:db8:7:${(network + 1).toString(16)}::${(n + 1).toString(16)}`,
          });
          guesses += 1;
          if (status === 429) refused += 1;
        }
      };
      try {
        const owner = { phone: OWNER, password: PASSWORD, address: HOME, device: randomUUID() };
        const { mark } = await logIn(url, owner);
        const guessing = Array.from({ length: NETWORKS }, (_, network) => guess(network));
        const answers: Answer[] = [];
        for (let n = 0; n < OWNERS_LOGINS; n += 1) answers.push(await logIn(url, { ...owner, mark }));
        isOver.abort();
        await Promise.all(guessing);
        done.push(answers.filter(({ status }) => status === 200).length);
        middles.push(median(answers.map(({ tookMs }) => tookMs)));
        worsts.push(Math.max(...answers.map(({ tookMs }) => tookMs)));
        notes.push(`${guesses} guesses meanwhile, ${refused} of them refused unread`);
      } finally {
        isOver.abort();
        await rig.stop();
      }
    }
    return [
      { id: 'guesses.done', what: `of ${OWNERS_LOGINS} log-ins, let in`, figure: figureOf(done, ''), notes },
      { id: 'guesses.p50', what: 'the same: the middle one took', figure: figureOf(middles, 'ms') },
      { id: 'guesses.worst', what: 'the same: the longest', figure: figureOf(worsts, 'ms') },
    ];
  },
};
