/** Returns a phone number in national form, such as `0812345678`, as it is dialled from abroad: `66812345678`. */
export function toInternational(phone: string, countryCode: string): string {
  if (phone.startsWith('+')) return phone.slice(1);
  return countryCode + phone.replace(/^0/, '');
}

/** Returns whether two numbers, in national or international form, are the same. */
export function isSamePhone(one: string, other: string): boolean {
  const [a, b] = [one, other].map((phone) => phone.replace(/\D/g, '').replace(/^0/, ''));
  if (!a || !b || Math.min(a.length, b.length) < 8) return false;
  return a.endsWith(b) || b.endsWith(a);
}

/** Returns whether a text can be a phone number. */
export const isPhone = (phone: string): boolean => /^\+?\d{8,15}$/.test(phone);
