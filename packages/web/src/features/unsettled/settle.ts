import { MAIN_WALLET } from '@krapao/contract/limits';
import { toWire, ZERO, type Minor } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import { ApiError } from '../../lib/api-error.ts';
import { serverNow } from '../../lib/clock.ts';
import { call } from '../../lib/http.ts';
import type { Intent } from '../../lib/intent.ts';
import { parseTyped } from '../../lib/money.ts';

/**
 * Outcome of an intent whose answer was lost. `nothing`: it never arrived, and never will. `lost`: it can no
 * longer be found out. `unsure`: not known yet, ask again.
 */
export type Settled =
  | { kind: 'done'; detail?: string }
  | { kind: 'pending' }
  | { kind: 'nothing' }
  | { kind: 'lost' }
  | { kind: 'unsure' }
  | { kind: 'refused'; error: unknown };

/**
 * Time after the player's press within which the same call may be sent again under the same key. Later, money
 * would move when the player no longer expects it, so the outcome is only looked for.
 */
export const RESEND_WITHIN_MS = 120_000;
/** Time within which a call that is only looked for may still arrive. */
export const LOOK_FOR_MS = 12_000;
/** Largest error of a phone's estimate of the server's time. */
const SLACK_MS = 3_000;

type Movement = ResponseBody<'POST /api/wallet/transfer'>;
type StatementItem = ResponseBody<'POST /api/statement'>['statements'][number];

/** Finds out the outcome of an intent, as far as it is known now. Never rejects. */
export async function settle(intent: Intent): Promise<Settled> {
  try {
    const isFresh = serverNow() - intent.atMs < RESEND_WITHIN_MS;
    return (isFresh ? await askAgain(intent) : undefined) ?? (await lookFor(intent));
  } catch (error) {
    // An invalid session, a rate limit or a closed site says nothing about the earlier try.
    const tellsNothing =
      error instanceof ApiError && ([401, 408, 429].includes(error.status) || error.code === 'gone');
    if (!(error instanceof ApiError) || !error.isDefinite || tellsNothing) return { kind: 'unsure' };
    return { kind: 'refused', error };
  }
}

const wire = (decimal: string): number => toWire(parseTyped(decimal) ?? ZERO);

const ofMovement = ({ status }: Pick<Movement, 'status'>): Settled => {
  if (status === 'FAILED') return { kind: 'refused', error: new ApiError('TRANSFER_FAIL', 409) };
  return { kind: status === 'PENDING' ? 'pending' : 'done' };
};

/** Sends the call again under the same key; undefined for an intent without such a key. */
async function askAgain({ name, content, key: idempotencyKey }: Intent): Promise<Settled | undefined> {
  switch (name) {
    case 'withdraw': {
      const route = content.isWhole ? 'POST /api/wallet/withdrawAll' : 'POST /api/wallet/withdraw';
      return ofMovement(await call(route, { body: { amount: wire(content.amount) }, idempotencyKey }));
    }
    case 'transfer': {
      const body = { ...content, amount: wire(content.amount) };
      return ofMovement(await call('POST /api/wallet/transfer', { body, idempotencyKey }));
    }
    case 'transferAll': {
      const body = { to: content.to };
      return ofMovement(await call('POST /api/wallet/transferAll', { body, idempotencyKey }));
    }
    case 'collect': {
      const { results } = await call('POST /api/wallet/collect', { idempotencyKey });
      const open = results.filter(({ status }) => status !== 'SUCCESS');
      const [worst = { status: 'SUCCESS' as const }] = open.toSorted((one) =>
        one.status === 'FAILED' ? -1 : 1,
      );
      return ofMovement(worst);
    }
    case 'spin': {
      const { label } = await call('POST /api/spinwheel/spin', {
        body: { clientSeed: idempotencyKey },
        idempotencyKey,
      });
      return { kind: 'done', detail: label };
    }
    case 'claim':
      await call('POST /api/spinwheel/coupon/claim', { body: { coupon: content.coupon }, idempotencyKey });
      return { kind: 'done', detail: content.name };
    default:
      return undefined;
  }
}

/** Looks for an intent's traces at the server. */
async function lookFor(intent: Intent): Promise<Settled> {
  const found = await traceOf(intent);
  if (found) return found;
  return { kind: serverNow() - intent.atMs < LOOK_FOR_MS ? 'unsure' : 'nothing' };
}

async function traceOf({ name, content, atMs }: Intent): Promise<Settled | undefined> {
  const isSince = ({ createdAt }: { createdAt: string }) => Date.parse(createdAt) >= atMs - SLACK_MS;
  const movement = async (isIt: (item: StatementItem) => boolean): Promise<Settled | undefined> => {
    const { statements } = await call('POST /api/statement', { body: { page: 1, limit: 100 } });
    const item = statements.find((one) => isSince(one) && isIt(one));
    return item && ofMovement(item);
  };
  switch (name) {
    case 'withdraw':
      return movement(
        ({ statementType, amount }) => statementType === 'withdraw' && amount === wire(content.amount),
      );
    case 'transfer':
      return movement(({ from, amount }) => from === content.from && amount === wire(content.amount));
    case 'transferAll':
      return movement(({ from, to }) => from === MAIN_WALLET && to === content.to);
    case 'collect':
      return movement(({ statementType, to }) => statementType === 'transfer' && to === MAIN_WALLET);
    case 'spin':
    case 'claim':
      return { kind: 'lost' };
    case 'bonus':
    case 'promotion':
      return (await call('GET /api/bonus/check/active')).status ? { kind: 'done' } : undefined;
    case 'endBonus':
      return (await call('GET /api/bonus/check/active')).status ? undefined : { kind: 'done' };
    case 'refund': {
      const { refunds } = await call('POST /api/refund', { body: { page: 1, limit: 1 } });
      return refunds.some(isSince) ? { kind: 'done' } : undefined;
    }
    case 'invite':
      return movement(({ invite }) => invite !== undefined);
    case 'gift':
      return movement(({ from }) => from === 'GIFT');
    case 'qr': {
      const params = { provider: content.provider };
      const { hasQrcode } = await call('GET /api/qrcode/:provider', { params: params as never });
      return hasQrcode ? { kind: 'done' } : undefined;
    }
    case 'slip': {
      const { slips } = await call('POST /api/statement/slip', { body: { page: 1, limit: 10 } });
      return slips.some(isSince) ? { kind: 'done' } : undefined;
    }
    default:
      return content satisfies never;
  }
}

/** Returns the amount of an intent in minor units; undefined where it has none. */
export function amountOf({ name, content }: Intent): Minor | undefined {
  switch (name) {
    case 'withdraw':
    case 'transfer':
    case 'qr':
      return parseTyped(content.amount) ?? undefined;
    case 'transferAll':
      return parseTyped(content.balance) ?? undefined;
    default:
      return undefined;
  }
}
