import { describe, expect, it } from 'vitest';
import { searchAccounts } from './search-accounts.ts';

const accounts = [
  { code: 'PG', name: 'PG Soft' },
  { code: 'PGSLOT', name: 'ลักกี้ สล็อต' },
  { code: 'JOKER', name: 'Joker’s Wild' },
  { code: 'HUAYHD', name: 'ຫວຍ HD' },
];

const found = (text: string) => searchAccounts(accounts, text).map(({ code }) => code);

describe('searchAccounts', () => {
  it.each<[string, string[]]>([
    ['pg', ['PG', 'PGSLOT']],
    ['  pgs ', ['PG', 'PGSLOT']],
    ['PG-soft', ['PG']],
    ['jokers w', ['JOKER']],
    ['ลักกี้สล็อต', ['PGSLOT']],
    ['ຫວຍ', ['HUAYHD']],
    ['ＨＤ', ['HUAYHD']],
    ['nothing like it', []],
  ])('%j finds %j', (text, codes) => expect(found(text)).toEqual(codes));

  it.each(['', '  ', '…'])('finds everything by %j', (text) => expect(found(text)).toHaveLength(4));
});
