/** The emulated Slip2Go: the check of a bank slip by the text of its QR. `code` decides, not the HTTP status. */
import { toWire } from '@krapao/contract/money';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { bankInfo } from '../bank/banks.ts';
import { maskName } from '../bank/masks.ts';
import type { BankTransfers } from '../bank/transfers.ts';
import { bangkokIso } from '../http/bangkok-time.ts';
import type { App } from '../http/types.ts';
import { SLIP2GO } from '../services/credentials.ts';
import { emulate, type FrameDeps } from '../services/emulate.ts';
import { isEqual } from '../services/equal.ts';
import { readOr, Refusal, type ServiceError } from '../services/refusal.ts';
import type { BankTransferRecord } from '../store/records.ts';
import { accountOf, findSlip, numberOf } from './slip-of.ts';

const PORT = 'slip:slip2go';

const error = (status: number, code: string, message: string): ServiceError => ({
  status,
  body: { code, message },
});

const ERRORS = {
  200404: error(200, '200404', 'Slip not found.'),
  400001: error(400, '400001', 'The QR is not that of a slip.'),
  401001: error(401, '401001', 'The secret is wrong.'),
  401004: error(401, '401004', 'The package has expired.'),
  401005: error(401, '401005', 'The quota is used up.'),
  401006: error(401, '401006', 'The credit is used up.'),
  500500: error(500, '500500', 'A fault of the service.'),
};

const badRequest = (problem: string): ServiceError => error(400, '400001', problem);

const verifyBody = z.object({
  payload: z.object({
    qrCode: z.string().min(1, 'is missing'),
    checkCondition: z.looseObject({ checkDuplicate: z.boolean().default(false) }).optional(),
  }),
});

const partyPart = (bankCode: string, accountNo: string, name: string) => ({
  account: { name: maskName(name), bank: { account: accountOf(accountNo) } },
  bank: { id: numberOf(bankCode), name: bankInfo(bankCode)?.name ?? null },
});

const slipPart = (qrCode: string, transfer: BankTransferRecord) => ({
  referenceId: randomUUID(),
  decode: qrCode,
  transRef: transfer.reference,
  dateTime: bangkokIso(transfer.at),
  amount: toWire(transfer.amountMinor),
  ref1: null,
  ref2: null,
  ref3: null,
  receiver: partyPart(transfer.toBankCode, transfer.toAccountNo, transfer.toName),
  sender: partyPart(transfer.fromBankCode, transfer.fromAccountNo, transfer.fromName),
});

export function slip2goRoutes(app: App, transfers: BankTransfers, deps: FrameDeps): void {
  const seen = new Set<string>();
  emulate(
    app,
    {
      port: PORT,
      errors: ERRORS,
      badRequest,
      failure: ERRORS[500500].body as object,
      refusal: ERRORS[401004],
    },
    deps,
  );
  app.addHook('preValidation', async ({ headers }) => {
    if (!isEqual(headers.authorization, `Bearer ${SLIP2GO.secretKey}`)) throw new Refusal(ERRORS[401001]);
  });
  app.post('/slip2go/api/verify-slip/qr-code/info', async ({ body }) => {
    const { qrCode, checkCondition } = readOr(verifyBody, body, badRequest).payload;
    const putOff = deps.faults.planLookup(PORT);
    // A bank that is behind has no code of its own: the slip is not found yet.
    if (putOff) throw new Refusal(putOff === 'quota' ? ERRORS[401005] : ERRORS[200404]);
    const transfer = findSlip(transfers, qrCode);
    if (transfer === 'no_slip') throw new Refusal(ERRORS[400001]);
    if (transfer === 'not_found') throw new Refusal(ERRORS[200404]);
    const isDuplicate = checkCondition?.checkDuplicate === true && seen.has(transfer.reference);
    seen.add(transfer.reference);
    return {
      code: isDuplicate ? '200501' : '200000',
      message: isDuplicate ? 'Slip is duplicated.' : 'Slip found.',
      data: slipPart(qrCode, transfer),
    };
  });
}
