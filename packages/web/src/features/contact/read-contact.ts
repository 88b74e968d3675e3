export interface Contact {
  /** Markup; must be sanitized before it is shown. */
  text: string;
  /** Address to open; empty when there is none or it may not be opened. */
  link: string;
  /** Address of the picture of a QR code that leads to the same place. */
  qrcode: string;
}

/** True for an address that the contact link may open: a web page, a chat app, a phone number or mail. */
function isOpenable(link: string): boolean {
  return /^(?:https?|line|tel|mailto|whatsapp|tg):/i.test(link);
}

/** Reads the operator's contact from a reply: any part may be missing, and a bare text is the text alone. */
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
