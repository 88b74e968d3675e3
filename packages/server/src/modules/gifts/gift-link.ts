const HOST = 'gift.truemoney.com';
const CODE = /^[A-Za-z0-9]{18,64}$/;

/** A gift link and its destination wallet, as the app encrypts them: `link::wallet name`. */
export interface GiftLink {
  /** Code of the voucher. The code alone is enough to redeem the money. */
  code: string;
  walletName: string;
}

/** Parses the clear text of an encrypted gift link; null when it is invalid. */
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
