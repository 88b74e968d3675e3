/** Malformed entries, as real feeds have them now and then: each malformed in a different way. */

/**
 * Returns a page under the fault: odd entries in front of the real ones, made from the first of them.
 * @param idOf the name of the field that identifies an entry
 * @param timeOf the name of the field with the entry's time
 */
export function withOddEntries(
  entries: readonly Readonly<Record<string, unknown>>[],
  idOf: string,
  timeOf: string,
): readonly unknown[] {
  const [first] = entries;
  if (!first) return entries;
  const odd = (suffix: string, change: object): object => ({
    ...first,
    [idOf]: `${String(first[idOf])}${suffix}`,
    ...change,
  });
  return [
    odd('Z', { amount: '0.00' }),
    odd('N', { amount: '-5.00' }),
    odd('B', { [timeOf]: inBuddhistEra(String(first[timeOf])) }),
    odd('D', { [timeOf]: '+199999-01-01T00:00:00.000Z' }),
    odd('T', { [timeOf]: 'yesterday' }),
    null,
    ...entries,
  ];
}

/** Returns an ISO time with the year of the Buddhist era. */
const inBuddhistEra = (time: string): string => `${Number(time.slice(0, 4)) + 543}${time.slice(4)}`;
