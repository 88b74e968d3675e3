/** The emulated EasySlip, version 2: the check of a bank slip by the text of its QR. */
import { toWire } from '@krapao/contract/money';
import { z } from 'zod';
import { bankInfo } from '../bank/banks.ts';
import { maskName } from '../bank/masks.ts';
import { OPERATOR_ACCOUNTS } from '../bank/operator.ts';
import type { BankTransfers } from '../bank/transfers.ts';
import { bangkokIso } from '../http/bangkok-time.ts';
import type { App } from '../http/types.ts';
import { EASYSLIP } from '../services/credentials.ts';
import { emulate, type FrameDeps } from '../services/emulate.ts';
import { isEqual } from '../services/equal.ts';
import { readOr, Refusal, type ServiceError } from '../services/refusal.ts';
import type { BankTransferRecord } from '../store/records.ts';
import { accountOf, findSlip, numberOf } from './slip-of.ts';

const PORT = 'slip:easyslip';

const error = (status: number, code: string, message: string): ServiceError => ({
  status,
  body: { success: false, error: { code, message } },
});

const ERRORS = {
  MISSING_API_KEY: error(401, 'MISSING_API_KEY', 'The API key is missing.'),
  INVALID_API_KEY: error(401, 'INVALID_API_KEY', 'The API key is wrong.'),
  QUOTA_EXCEEDED: error(403, 'QUOTA_EXCEEDED', 'The quota is used up.'),
  IP_NOT_ALLOWED: error(403, 'IP_NOT_ALLOWED', 'This address may not call.'),
  BRANCH_INACTIVE: error(403, 'BRANCH_INACTIVE', 'The branch is not active.'),
  SERVICE_BANNED: error(403, 'SERVICE_BANNED', 'The service is banned.'),
  VALIDATION_ERROR: error(400, 'VALIDATION_ERROR', 'The request does not fit.'),
  SLIP_NOT_FOUND: error(404, 'SLIP_NOT_FOUND', 'No such slip.'),
  /** Its status is not documented. */
  SLIP_PENDING: error(404, 'SLIP_PENDING', 'The bank does not know the slip yet.'),
  API_SERVER_ERROR: error(500, 'API_SERVER_ERROR', 'A fault of the service.'),
};

const badRequest = (problem: string): ServiceError => error(400, 'VALIDATION_ERROR', problem);

/** Pictures are not read here: a slip is asked for by the text of its QR. */
const verifyBody = z.object({
  payload: z.string().min(1).max(128),
  remark: z.string().max(255).optional(),
  matchAccount: z.boolean().default(false),
  matchAmount: z.number().positive().optional(),
  checkDuplicate: z.boolean().default(false),
});

const bankPart = (code: string) => ({ id: numberOf(code), name: bankInfo(code)?.name ?? code, short: code });

const partyPart = (bankCode: string, accountNo: string, name: string) => ({
  bank: bankPart(bankCode),
  account: {
    name: /[ก-๙]/.test(name) ? { th: maskName(name) } : { th: maskName(name), en: maskName(name) },
    bank: { type: 'BANKAC', account: accountOf(accountNo) },
  },
});

const rawSlip = (payload: string, transfer: BankTransferRecord) => ({
  payload,
  transRef: transfer.reference,
  date: bangkokIso(transfer.at),
  countryCode: 'TH',
  amount: { amount: toWire(transfer.amountMinor), local: { amount: 0, currency: '' } },
  fee: 0,
  ref1: '',
  ref2: '',
  ref3: '',
  sender: partyPart(transfer.fromBankCode, transfer.fromAccountNo, transfer.fromName),
  receiver: partyPart(transfer.toBankCode, transfer.toAccountNo, transfer.toName),
});

/** The other shape: a receiver that is known by a proxy, such as a phone, and has no account. */
const withProxy = (slip: ReturnType<typeof rawSlip>) => ({
  ...slip,
  receiver: {
    ...slip.receiver,
    account: {
      name: slip.receiver.account.name,
      proxy: { type: 'EWALLETID', account: slip.receiver.account.bank.account },
    },
  },
});

export function easyslipRoutes(app: App, transfers: BankTransfers, deps: FrameDeps): void {
  const seen = new Set<string>();
  emulate(
    app,
    {
      port: PORT,
      errors: ERRORS,
      badRequest,
      failure: ERRORS.API_SERVER_ERROR.body as object,
      refusal: ERRORS.SERVICE_BANNED,
    },
    deps,
  );
  app.addHook('preValidation', async ({ headers }) => {
    if (!headers.authorization) throw new Refusal(ERRORS.MISSING_API_KEY);
    if (!isEqual(headers.authorization, `Bearer ${EASYSLIP.apiKey}`))
      throw new Refusal(ERRORS.INVALID_API_KEY);
  });
  app.post('/easyslip/v2/verify/bank', async ({ body }) => {
    const { payload, matchAccount, matchAmount, checkDuplicate } = readOr(verifyBody, body, badRequest);
    const putOff = deps.faults.planLookup(PORT);
    if (putOff) throw new Refusal(putOff === 'quota' ? ERRORS.QUOTA_EXCEEDED : ERRORS.SLIP_PENDING);
    const transfer = findSlip(transfers, payload);
    if (transfer === 'no_slip') throw new Refusal(badRequest('payload: is no slip'));
    if (transfer === 'not_found') throw new Refusal(ERRORS.SLIP_NOT_FOUND);
    const isDuplicate = checkDuplicate && seen.has(transfer.reference);
    seen.add(transfer.reference);
    const slip = rawSlip(payload, transfer);
    const amount = toWire(transfer.amountMinor);
    const own = OPERATOR_ACCOUNTS.find(({ accountNo }) => accountNo === transfer.toAccountNo);
    return {
      success: true,
      data: {
        isDuplicate,
        matchedAccount: matchAccount && own ? { bank: bankPart(own.bankCode), name: own.name } : null,
        amountInSlip: amount,
        ...(matchAmount === undefined ? {} : { amountInOrder: matchAmount }),
        isAmountMatched: matchAmount === undefined ? null : matchAmount === amount,
        rawSlip: deps.faults.planAlternate(PORT) ? withProxy(slip) : slip,
      },
      message: 'Bank slip verified successfully',
    };
  });
}
