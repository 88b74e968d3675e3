const HOST = 'gift.truemoney.com';
const CODE = /^[A-Za-z0-9]{18,64}$/;

/** A gift link together with the wallet it is meant for, as the app encrypts them: `link::wallet name`. */
export interface GiftLink {
  /** The voucher's code: whoever has it has the money. */
  code: string;
  walletName: string;
}

/** Reads the clear text of an encrypted gift link; null when it is not one. */
export function readGiftLink(clearText: string): GiftLink | null {
  const at = clearText.lastIndexOf('::');
  if (at < 0) return null;
  const link = clearText.slice(0, at).trim();
  if (!URL.canParse(link)) return null;
  const url = new URL(link);
  const code = url.searchParams.get('v') ?? '';
  const isGift = url.protocol === 'https:' && url.hostname === HOST && url.pathname.startsWith('/campaign');
  return isGift && CODE.test(code) ? { code, walletName: clearText.slice(at + 2).trim() } : null;
}
