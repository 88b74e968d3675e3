/** The emulated SlipOK: the check of a bank slip by the text of its QR, and what is left of the quota. */
import { toWire } from '@krapao/contract/money';
import { z } from 'zod';
import { maskName } from '../bank/masks.ts';
import { OPERATOR_ACCOUNTS } from '../bank/operator.ts';
import type { BankTransfers } from '../bank/transfers.ts';
import { bangkokIso } from '../http/bangkok-time.ts';
import type { App } from '../http/types.ts';
import { SLIPOK } from '../services/credentials.ts';
import { emulate, type FrameDeps } from '../services/emulate.ts';
import { isEqual } from '../services/equal.ts';
import { readOr, Refusal, type ServiceError } from '../services/refusal.ts';
import type { BankTransferRecord } from '../store/records.ts';
import { accountOf, findSlip, numberOf } from './slip-of.ts';

const PORT = 'slip:slipok';
const QUOTA = 1_000;
const DELAY_MINUTES = 5;
const PATH = '/slipok/api/line/apikey/:branchId';

const error = (code: number, message: string, data?: object): ServiceError => ({
  status: 400,
  body: { code, message, ...(data && { data }) },
});

const ERRORS = {
  1000: error(1000, 'The request does not fit.'),
  1002: error(1002, 'The authorization header is wrong.'),
  1003: error(1003, 'The package has expired.'),
  1004: error(1004, 'The quota is used up.'),
  1008: error(1008, 'The QR is not that of a slip.'),
  1009: error(1009, 'The bank is out of order for now. Ask again after 15 minutes.'),
  1010: error(1010, 'The bank answers late.', { delay: DELAY_MINUTES }),
  1011: error(1011, 'The slip was not found.'),
};

const badRequest = (problem: string): ServiceError => error(1000, problem);

const verifyBody = z.object({
  data: z.string().min(1, 'is missing'),
  amount: z.number().positive().optional(),
  log: z.boolean().default(false),
});

const partyPart = (accountNo: string, name: string) => ({
  displayName: maskName(name),
  name: maskName(name),
  proxy: { type: null, value: null },
  account: { type: 'BANKAC', value: accountOf(accountNo) },
});

function slipPart(transfer: BankTransferRecord) {
  const [date = '', time = ''] = bangkokIso(transfer.at).slice(0, 19).split('T');
  return {
    success: true,
    message: '✅',
    language: 'TH',
    transRef: transfer.reference,
    sendingBank: numberOf(transfer.fromBankCode),
    receivingBank: numberOf(transfer.toBankCode),
    transDate: date.replaceAll('-', ''),
    transTime: time,
    transTimestamp: new Date(transfer.at).toISOString(),
    sender: partyPart(transfer.fromAccountNo, transfer.fromName),
    receiver: partyPart(transfer.toAccountNo, transfer.toName),
    amount: toWire(transfer.amountMinor),
    paidLocalAmount: toWire(transfer.amountMinor),
    paidLocalCurrency: '764',
    countryCode: 'TH',
    transFeeAmount: '0',
    ref1: '',
    ref2: '',
    ref3: '',
    toMerchantId: '',
  };
}

export function slipokRoutes(app: App, transfers: BankTransfers, deps: FrameDeps): void {
  const seen = new Set<string>();
  let quota = QUOTA;
  emulate(
    app,
    {
      port: PORT,
      errors: ERRORS,
      badRequest,
      failure: { code: 500, message: 'a fault of the sandbox' },
      refusal: ERRORS[1003],
    },
    deps,
  );
  app.addHook<{ Params: { branchId?: string } }>('preValidation', async ({ headers, params }) => {
    const isKnown = isEqual(headers['x-authorization'], SLIPOK.apiKey);
    if (!isKnown || params.branchId !== SLIPOK.branchId) throw new Refusal(ERRORS[1002]);
  });
  app.post(PATH, async ({ body }) => {
    const { data, amount, log } = readOr(verifyBody, body, badRequest);
    const putOff = deps.faults.planLookup(PORT);
    if (putOff) throw new Refusal(putOff === 'quota' ? ERRORS[1004] : ERRORS[1010]);
    const transfer = findSlip(transfers, data);
    if (transfer === 'no_slip') throw new Refusal(ERRORS[1008]);
    if (transfer === 'not_found') throw new Refusal(ERRORS[1011]);
    quota -= 1;
    const slip = slipPart(transfer);
    if (amount !== undefined && amount !== slip.amount)
      throw new Refusal(error(1013, 'The amount differs.', slip));
    // With `log`, the service keeps what it saw and compares the receiver's account.
    if (log) {
      if (seen.has(transfer.reference)) throw new Refusal(error(1012, 'The slip was seen before.', slip));
      const isOwn = OPERATOR_ACCOUNTS.some(({ accountNo }) => accountNo === transfer.toAccountNo);
      if (!isOwn) throw new Refusal(error(1014, 'The receiver is another one.', slip));
      seen.add(transfer.reference);
    }
    return { success: true, data: slip };
  });
  app.get(`${PATH}/quota`, async () => ({
    success: true,
    data: { quota: Math.max(0, quota), overQuota: Math.max(0, -quota), specialQuota: 0 },
  }));
}
