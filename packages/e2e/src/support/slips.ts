import type { Page } from '@playwright/test';
import { OPERATOR, type BankTransfer, type Channels } from './channels.ts';
import type { Member } from './member.ts';

/** @returns the bank's reference of a transfer by the member to one of the operator's accounts */
export async function transferOf(
  channels: Channels,
  member: Pick<Member, 'bankCode' | 'bankAccountNo' | 'bankAccountName'>,
  amount: number,
  more: Partial<BankTransfer> = {},
): Promise<string> {
  const { reference } = await channels.bankTransfer({
    fromBankCode: member.bankCode,
    fromAccountNo: member.bankAccountNo,
    fromName: member.bankAccountName,
    toAccountNo: OPERATOR.bankAccounts[1],
    amount,
    ...more,
  });
  return reference;
}

/** Returns a bank's slip as an upload file. */
export async function slipFile(channels: Channels, reference: string) {
  const buffer = Buffer.from(await channels.slip(reference));
  return { name: 'slip.jpg', mimeType: 'image/jpeg', buffer };
}

/** Redraws the picture in the browser as another type, padded with white up to a size. */
export async function drawnAgain(
  page: Page,
  picture: Buffer,
  options: { type: string; width?: number; height?: number; quality?: number },
): Promise<Buffer> {
  const drawn = await page.evaluate(
    async ({ base64, type, width, height, quality }) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = document.createElement('canvas');
      canvas.width = width ?? bitmap.width;
      canvas.height = height ?? bitmap.height;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.fillStyle = 'white';
      context.fillRect(0, 0, canvas.width, canvas.height);
      const scale = Math.min(canvas.width / bitmap.width, canvas.height / bitmap.height);
      context.drawImage(bitmap, 0, 0, bitmap.width * scale, bitmap.height * scale);
      return canvas.toDataURL(type, quality ?? 0.8).replace(/^[^,]*,/, '');
    },
    { base64: picture.toString('base64'), ...options },
  );
  return Buffer.from(drawn, 'base64');
}
