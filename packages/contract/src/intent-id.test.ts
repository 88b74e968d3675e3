import { expect, it } from 'vitest';
import { idOfIntent } from './intent-id.ts';

it('derives the id of what a request makes from its key', () => {
  // Stored in the databases of operators: this id never changes.
  expect(idOfIntent('member', 'withdraw', 'key')).toBe('ebcf9a9f-561f-5cb1-abc7-afa2172f80f6');
});

it('gives another member, call or key another id', () => {
  const ids = [
    idOfIntent('member', 'withdraw', 'key'),
    idOfIntent('other', 'withdraw', 'key'),
    idOfIntent('member', 'withdrawAll', 'key'),
    idOfIntent('member', 'withdraw', 'other'),
  ];
  expect(new Set(ids).size).toBe(4);
});
