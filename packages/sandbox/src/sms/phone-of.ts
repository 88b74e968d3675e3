const COUNTRIES = ['66', '856'];

/**
 * Returns an international number as the sandbox's inbox lists it: national, with its leading zero. Numbers of
 * other countries stay as they are.
 */
export function phoneOf(international: string): string {
  const digits = international.replace(/^\+/, '');
  const country = COUNTRIES.find((code) => digits.startsWith(code) && !digits.startsWith('0'));
  return country === undefined ? digits : `0${digits.slice(country.length)}`;
}
