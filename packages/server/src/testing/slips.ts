import assert from 'node:assert/strict';
import { routes, type ResponseBody } from '@krapao/contract/routes';
import { miniQrPayload } from '@krapao/sandbox/slip/mini-qr';
import QRCode from 'qrcode';
import sharp from 'sharp';
import { refusal, type Answer, type Api } from './api.ts';
import type { TestMember } from './members.ts';
import type { OutsideWorld } from './counterparties-world.ts';

export type SlipView = ResponseBody<'POST /api/statement/slip'>['slips'][number];

/** A bank transfer in a test. */
export interface Transfer {
  fromBankCode?: string;
  fromAccountNo?: string;
  fromName?: string;
  toBankCode?: string;
  toAccountNo?: string;
  /** The bank's name of the account by default. */
  toName?: string;
  amount?: number;
  /** The operator's feed does not report it. */
  toSomebodyElse?: boolean;
  /** When the bank says that it was made; now by default. */
  at?: string;
}

/**
 * Sends money from a member's bank to the operator.
 * @returns its references on the slip and in our bank statement, and the slip's picture
 */
export async function transferBy(
  world: OutsideWorld,
  member: TestMember,
  transfer: Transfer = {},
): Promise<{ reference: string; statementReference: string; picture: Buffer }> {
  const { bankCode, bankAccountNo, bankAccountName } = member.registration;
  const { reference, statementReference, slipUrl } = await world.control<{
    reference: string;
    statementReference: string;
    slipUrl: string;
  }>('POST', '/bank/transfer', {
    fromBankCode: bankCode,
    fromAccountNo: bankAccountNo,
    fromName: bankAccountName,
    toBankCode: 'KBANK',
    toAccountNo: '0001234572',
    amount: 500,
    ...transfer,
  });
  const response = await fetch(slipUrl);
  assert.equal(response.status, 200);
  return { reference, statementReference, picture: Buffer.from(await response.arrayBuffer()) };
}

/** Creates a form with one file, like a browser. */
export function slipForm(bytes: Uint8Array, { field = 'file', name = 'slip.jpg' } = {}): FormData {
  const form = new FormData();
  form.append(field, new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }), name);
  return form;
}

/** Uploads a form or raw body as a member. */
export async function upload(
  url: string,
  member: { token: string },
  body: FormData | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${url}/api/wallet/slip`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}`, ...headers },
    body,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Uploads a picture that must be accepted. */
export async function uploadSlip(
  url: string,
  member: { token: string },
  picture: Uint8Array,
  headers: Record<string, string> = {},
): Promise<SlipView> {
  const { status, body } = await upload(url, member, slipForm(picture), headers);
  assert.equal(status, 200, JSON.stringify(body));
  return routes['POST /api/wallet/slip'].response.parse(body).slip;
}

/** Uploads a form that must be refused. @returns the code */
export const refusedUpload = async (...args: Parameters<typeof upload>): Promise<string> =>
  refusal(await upload(...args));

/** Returns the member's slips, newest first. */
export const slipsOf = async (member: { api: Api }): Promise<SlipView[]> =>
  (await member.api.ok('POST /api/statement/slip', { body: { page: 1, limit: 100 } })).slips;

export async function slipById(member: { api: Api }, id: string): Promise<SlipView> {
  const slip = (await slipsOf(member)).find(({ _id }) => _id === id);
  assert.ok(slip, `no slip ${id}`);
  return slip;
}

/** Has a slip finished. @returns `SUCCESS`, or the reason of its failure */
export function endOfSlip(member: TestMember, id: string): Promise<string> {
  return member.whenDone(async () => {
    const slip = await slipById(member, id);
    assert.equal(slip.step, 'done', `still ${slip.step}`);
    return slip.status === 'SUCCESS' ? slip.status : slip.note;
  });
}

/** Creates a picture of a QR code on white paper. */
export async function qrPicture(
  text: string,
  { width = 600, height = 800, size = 240 } = {},
): Promise<Buffer> {
  const qr = await QRCode.toBuffer(text, { width: size, margin: 4, errorCorrectionLevel: 'M' });
  return sharp({ create: { width, height, channels: 3, background: 'white' } })
    .composite([{ input: qr, left: 60, top: height - size - 60 }])
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** Returns the text of a slip's mini-QR. */
export const slipText = (sendingBank: string, reference: string): string =>
  miniQrPayload(sendingBank, reference);
