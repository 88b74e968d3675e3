export interface Contact {
  /** Markup, to be made safe before it is shown. */
  text: string;
  /** An address to open, or empty when there is none that may be opened. */
  link: string;
  /** Address of the picture of a QR code that leads to the same place. */
  qrcode: string;
}

/** An address the contact link may open: a web page, a chat app, a phone number or mail. */
function isOpenable(link: string): boolean {
  return /^(?:https?|line|tel|mailto|whatsapp|tg):/i.test(link);
}

/** What a reply says of how to reach the operator: any part may be missing, and a bare text is the text alone. */
export function readContact(reply: unknown): Contact {
  if (typeof reply === 'string') return { text: reply, link: '', qrcode: '' };
  const fields: Readonly<Record<string, unknown>> =
    typeof reply === 'object' && reply !== null ? { ...reply } : {};
  const textOf = (name: string): string => {
    const value = fields[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const link = textOf('link');
  return { text: textOf('text'), link: isOpenable(link) ? link : '', qrcode: textOf('qrcode') };
}
