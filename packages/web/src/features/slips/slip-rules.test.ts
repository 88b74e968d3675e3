import { SLIP_REASONS } from '@krapao/contract/errors';
import { describe, expect, it } from 'vitest';
import { pictureReference, reasonText, stateOf, stepsOf } from './slip-rules.ts';

it('takes every status but two for one still under way', () => {
  expect(['SUCCESS', 'FAILED', 'PENDING', 'REVIEW', ''].map((status) => stateOf({ status }))).toEqual([
    'success',
    'failed',
    'processing',
    'processing',
    'processing',
  ]);
});

describe('reasonText', () => {
  const failed = (note: string) => reasonText({ status: 'FAILED', note });

  it('has the meaning and the code in brackets', () => {
    expect(failed('DEST_ACC_INVALID')).toBe('(Wrong destination account · DEST_ACC_INVALID)');
    for (const code of SLIP_REASONS) expect(failed(code)).toMatch(new RegExp(`^\\(.+ · ${code}\\)$`));
  });

  it('has an unknown code alone, and nothing where there is no reason', () => {
    expect(failed('NEW_REASON')).toBe('(NEW_REASON)');
    expect(failed('')).toBe('');
    expect(reasonText({ status: 'SUCCESS', note: 'NOT_MATCH' })).toBe('');
  });
});

it('asks for a picture by the reference, or by the slip where there is none', () => {
  expect(pictureReference({ _id: 'id-1', reference: 'REF1' })).toBe('REF1');
  expect(pictureReference({ _id: 'id-1', reference: '' })).toBe('id-1');
});

describe('stepsOf', () => {
  const marks = (step: Parameters<typeof stepsOf>[0]['step']) =>
    stepsOf({ step }).map(({ step, mark }) => `${step}:${mark}`);

  it('has what is done, what is being done, and what is ahead', () => {
    expect(marks('received')).toEqual(['received:current', 'reading:ahead', 'asking:ahead', 'done:ahead']);
    expect(marks('asking')).toEqual(['received:passed', 'reading:passed', 'asking:current', 'done:ahead']);
    expect(marks('done').every((mark) => mark.endsWith(':passed'))).toBe(true);
  });

  it('has the waiting only while there is some', () => {
    expect(marks('waiting')).toContain('waiting:current');
    expect(marks('done').join(' ')).not.toContain('waiting');
  });
});
