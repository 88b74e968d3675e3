import { MAIN_WALLET } from '@krapao/contract/limits';
import { toWire, ZERO, type Minor } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import { ApiError } from '../../lib/api-error.ts';
import { serverNow } from '../../lib/clock.ts';
import { call } from '../../lib/http.ts';
import type { Intent } from '../../lib/intent.ts';
import { parseTyped } from '../../lib/money.ts';

/**
 * What became of an intent whose answer was lost. `nothing`: it never arrived, and never will. `lost`: nobody can
 * tell any more. `unsure`: not known yet, ask again.
 */
export type Settled =
  | { kind: 'done'; detail?: string }
  | { kind: 'pending' }
  | { kind: 'nothing' }
  | { kind: 'lost' }
  | { kind: 'unsure' }
  | { kind: 'refused'; error: unknown };

/**
 * For so long after the player's press the same call may go out again under the same key: it was confirmed a moment
 * ago. Later than that money would move when nobody expects it any more, and it is only looked for.
 */
export const RESEND_WITHIN_MS = 120_000;
/** What is only looked for may still be on its way for so long. */
export const LOOK_FOR_MS = 12_000;
/** A phone's idea of the server's time may be off by this much. */
const SLACK_MS = 3_000;

type Movement = ResponseBody<'POST /api/wallet/transfer'>;
type StatementItem = ResponseBody<'POST /api/statement'>['statements'][number];

/** Finds out what became of an intent, as far as that can be told now. Never rejects. */
export async function settle(intent: Intent): Promise<Settled> {
  try {
    const isFresh = serverNow() - intent.atMs < RESEND_WITHIN_MS;
    return (isFresh ? await askAgain(intent) : undefined) ?? (await lookFor(intent));
  } catch (error) {
    // Not let in, asked too often, or closed meanwhile: that tells nothing of the earlier try.
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

/** Sends the same again under the same key; undefined for what has no such key. */
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

/** Looks for the traces an intent leaves at the server. */
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

/** The amount an intent is about, in minor units; undefined where it has none. */
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
