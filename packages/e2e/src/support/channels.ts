import assert from 'node:assert/strict';
import {
  constants,
  createCipheriv,
  createHmac,
  createPublicKey,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import { z } from 'zod';
import { exchange } from './exchange.ts';

/** The demo operator's accounts, as in its content. */
export const OPERATOR = {
  bankAccounts: ['0001234572', '0002345683', '000034567894'],
  ewallet: '0600000011',
  giftWallet: { name: 'กระเป๋า ซองของขวัญ', mobile: '0600000012' },
} as const;

const SANDBOX_SECRET = 'sandbox-only-secret';

const bankTransfer = z.object({
  reference: z.string(),
  statementReference: z.string(),
  slipUrl: z.string().nullable(),
});
const walletTransfer = z.object({ transactionId: z.string() });
const gift = z.object({ link: z.string() });
const voucher = z.object({
  data: z.object({ my_ticket: z.object({ amount_baht: z.string() }).nullable() }).nullable(),
});

/** A transfer between bank accounts; baht. */
export interface BankTransfer {
  fromBankCode: string;
  fromAccountNo: string;
  fromName: string;
  toAccountNo: string;
  amount: number;
  /** The operator's feed does not report it. */
  toSomebodyElse?: boolean;
  /** When the bank says that it was made; now by default. */
  at?: string;
}

/** Channels of incoming money, as people use them: the sandbox's control calls other than QR codes. */
export class Channels {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** @returns the reference on the slip, the one on the operator's statement, and the slip's address */
  bankTransfer(transfer: BankTransfer) {
    return this.control(bankTransfer, 'POST', '/control/bank/transfer', transfer);
  }

  /** Returns the slip of a transfer, a JPEG. */
  async slip(reference: string): Promise<Uint8Array<ArrayBuffer>> {
    const response = await fetch(`${this.url}/control/bank/slip/${reference}`);
    assert.equal(response.status, 200);
    return new Uint8Array(await response.arrayBuffer());
  }

  walletTransfer(transfer: { fromPhone: string; toWallet: string; amount: number }) {
    return this.control(walletTransfer, 'POST', '/control/wallet/transfer', transfer);
  }

  /** @returns a new gift link */
  async gift(envelope: { amount: number; people?: number; expired?: boolean }): Promise<string> {
    return (await this.control(gift, 'POST', '/control/gift', envelope)).link;
  }

  /** Returns the operator's share of a gift link, in baht; null when it has no ticket of it. */
  async ticketOf(link: string): Promise<number | null> {
    const code = new URL(link).searchParams.get('v') ?? '';
    const path = `/gift/campaign/vouchers/${code}/verify?mobile=${OPERATOR.giftWallet.mobile}`;
    const timestamp = String(Date.now());
    const signature = createHmac('sha256', SANDBOX_SECRET).update(`${timestamp}.GET.${path}.`).digest('hex');
    const headers = { 'x-timestamp': timestamp, 'x-signature': signature };
    const response = await fetch(this.url + path, { headers });
    const { data } = voucher.parse(await response.json());
    return data?.my_ticket ? Number(data.my_ticket.amount_baht.replaceAll(',', '')) : null;
  }

  /** @throws AssertionError when the sandbox refuses */
  async control<T>(schema: z.ZodType<T>, method: string, path: string, body?: object): Promise<T> {
    const { status, text } = await exchange(this.url + path, { method, body });
    assert.equal(status, 200, `${method} ${path} answered ${status} ${text}`);
    return schema.parse(JSON.parse(text));
  }
}

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');

/**
 * Encrypts a gift link for the server like the app: a compact JWE of the link, `::` and the wallet's name.
 */
export function encryptGift(
  key: JsonWebKey & { kid: string },
  link: string,
  wallet: string = OPERATOR.giftWallet.name,
): string {
  const header = base64url(JSON.stringify({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: key.kid }));
  const contentKey = randomBytes(32);
  const initial = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', contentKey, initial).setAAD(Buffer.from(header));
  const text = Buffer.concat([cipher.update(`${link}::${wallet}`, 'utf8'), cipher.final()]);
  const sealedKey = publicEncrypt(
    {
      key: createPublicKey({ key, format: 'jwk' }),
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
    },
    contentKey,
  );
  return [header, ...[sealedKey, initial, text, cipher.getAuthTag()].map(base64url)].join('.');
}

/** Uploads a slip as a member's browser does. @returns the reply's status and body */
export async function uploadSlip(
  serverUrl: string,
  token: string | undefined,
  jpeg: Uint8Array<ArrayBuffer>,
): Promise<{ status: number; body: unknown }> {
  const form = new FormData();
  form.append('file', new Blob([jpeg], { type: 'image/jpeg' }), 'slip.jpg');
  const response = await fetch(`${serverUrl}/api/wallet/slip`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-requested-with': 'wallet-user' },
    body: form,
  });
  return { status: response.status, body: await response.json() };
}
