import { STAFF_ERROR_STATUS } from '@krapao/contract/staff/errors';
import { SUSPENSE_WHYS } from '@krapao/contract/staff/incoming';
import { FOUND_BY } from '@krapao/contract/staff/members';
import { PAYOUT_RULES, REFUSAL_REASONS, REVIEW_STATES } from '@krapao/contract/staff/payouts';
import { EXPORT_KINDS, EXPORT_STATES } from '@krapao/contract/staff/exports';
import { PERMISSIONS, ROLES } from '@krapao/contract/staff/permissions';
import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { la } from './la.ts';
import { th } from './th.ts';
import type { Words } from './words.ts';

type Flat = readonly (readonly [key: string, text: string])[];

const flat = (words: Words): Flat =>
  Object.entries(words).flatMap(([group, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${group}.${name}`, text] as const),
  );
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();

describe.each([
  ['Thai', th, /[\u0E01-\u0E5B]/, /[\u0E81-\u0EDF]/],
  ['Lao', la, /[\u0E81-\u0EDF]/, /[\u0E01-\u0E5B]/],
])('the %s texts', (_name, words, own, foreign) => {
  const english = new Map(flat(en));

  it('have the same keys and placeholders as the English ones', () => {
    expect(flat(words).map(([key]) => key)).toEqual([...english.keys()]);
    const others = flat(words).filter(
      ([key, text]) => placeholders(text).join() !== placeholders(english.get(key) ?? '').join(),
    );
    expect(others).toEqual([]);
  });

  it('are translated, in their own script alone', () => {
    const strange = flat(words).filter(([key, text]) => {
      const isSymbol = ['approvals.proposal'].includes(key);
      return foreign.test(text) || (!isSymbol && !own.test(text));
    });
    expect(strange).toEqual([]);
  });
});

describe('the texts of codes', () => {
  const missing = (group: keyof Words, names: readonly string[]) =>
    names.filter((name) => !Object.hasOwn(en[group], name));

  it.each([
    ['errors', Object.keys(STAFF_ERROR_STATUS)],
    ['roles', ROLES],
    ['permissions', PERMISSIONS],
    ['permissionSubjects', PERMISSIONS.map((name) => name.split('.')[0] ?? '')],
    ['exports', EXPORT_KINDS],
    ['exports', EXPORT_STATES.map((name) => `state_${name}`)],
    ['whys', SUSPENSE_WHYS],
    ['members', FOUND_BY.map((name) => `by_${name}`)],
    ['payouts', REVIEW_STATES.map((name) => `state_${name}`)],
    ['payouts', PAYOUT_RULES.flatMap((name) => [`rule_${name}`, `detail_${name}`])],
    ['payouts', REFUSAL_REASONS.flatMap((name) => [`shown_${name}`, `shownText_${name}`])],
  ] as const)('of %s have all of the contract', (group, names) => {
    expect(missing(group, names)).toEqual([]);
  });
});
