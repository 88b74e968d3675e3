import { callAllAtOnce, latencyDuring, type Latency, type MemberCall } from '../load/flood.ts';
import { figureOf } from '../measure.ts';
import type { Context, Part, Row } from '../part.ts';
import { openRig } from '../programs/rig.ts';
import { tokenOf } from '../seed/fill.ts';

const MEMBERS = 200;
const CALLS_OF_A_MEMBER = 580;
const REFUND_MEMBERS = 10;
const SAMPLE_EVERY_MS = 50;
/** Index of the first member outside of the flood. */
const FIRST_OTHER = 100;

const other = (n: number): string => tokenOf(FIRST_OTHER + (n % (MEMBERS - FIRST_OTHER)));

const withdrawal = (n: number): MemberCall => ({
  token: other(n),
  method: 'POST',
  path: '/api/wallet/withdraw',
  body: { amount: 100 },
});
const wallet = (n: number): MemberCall => ({ token: other(n), method: 'GET', path: '/api/wallet' });

const times = (count: number, call: MemberCall): MemberCall[] => Array.from({ length: count }, () => call);

const qrFlood = times(CALLS_OF_A_MEMBER, {
  token: tokenOf(1),
  method: 'POST',
  path: '/api/qrcode/KBANK',
  body: { amount: 100 },
});
const refundFlood = Array.from({ length: REFUND_MEMBERS }, (_, index) =>
  times(CALLS_OF_A_MEMBER, { token: tokenOf(2 + index), method: 'GET', path: '/api/refund/receive' }),
).flat();

/** Waiting time of other members while members flood calls that are processed one at a time. */
export const floodsPart: Part = {
  name: 'floods',
  async run(context) {
    return [
      ...(await rowsOf(context, { id: 'qr', what: '580 QR creates of one member at once', flood: qrFlood })),
      ...(await rowsOf(context, { id: 'refunds', what: '580 refunds of each of ten', flood: refundFlood })),
    ];
  },
};

async function rowsOf(
  context: Context,
  { id, what, flood }: { id: string; what: string; flood: readonly MemberCall[] },
): Promise<Row[]> {
  const holds: Latency[] = [];
  const looks: Latency[] = [];
  const seconds: number[] = [];
  const notes: string[] = [];
  for (let run = 0; run < context.runs; run += 1) {
    const rig = await openRig(context, { data: { members: MEMBERS, movementsEach: 1 } });
    const [url = ''] = rig.stack.servers.map((server) => server.url);
    try {
      const work = async (): Promise<void> => {
        const beganMs = performance.now();
        const statuses = await callAllAtOnce(url, flood);
        seconds.push((performance.now() - beganMs) / 1_000);
        notes.push([...statuses].map(([status, count]) => `${count} × ${status}`).join(', '));
      };
      const walletsToo = async (): Promise<void> => {
        looks.push(await latencyDuring(url, SAMPLE_EVERY_MS, wallet, work));
      };
      holds.push(await latencyDuring(url, SAMPLE_EVERY_MS, withdrawal, walletsToo));
    } finally {
      await rig.stop();
    }
  }
  const row = (name: string, of: string, values: readonly number[], unit: string): Row => ({
    id: `floods.${id}-${name}`,
    what: `${what}: ${of}`,
    figure: figureOf(values, unit),
  });
  const p50 = ({ p50: value }: Latency): number => value;
  const worst = ({ worst: value }: Latency): number => value;
  return [
    row('withdraw-p50', 'another’s withdrawal, p50', holds.map(p50), 'ms'),
    row('withdraw-worst', 'another’s withdrawal, worst', holds.map(worst), 'ms'),
    row('wallet-p50', 'another’s wallet, p50', looks.map(p50), 'ms'),
    row('wallet-worst', 'another’s wallet, worst', looks.map(worst), 'ms'),
    { ...row('duration', 'all are answered after', seconds, 's'), notes },
  ];
}
