import { describe, expect, it } from 'vitest';
import { shouldShowAgreements, type AgreementMoment } from './agreement-check.ts';

const plain: AgreementMoment = {
  isRemembered: false,
  wasShown: false,
  agreements: ['<p>Be kind</p>'],
  isAnotherModalOpen: false,
};

describe('shouldShowAgreements', () => {
  it('shows them when nothing speaks against it', () => {
    expect(shouldShowAgreements(plain)).toBe(true);
  });

  it.each<[string, Partial<AgreementMoment>]>([
    ['they were ticked away', { isRemembered: true }],
    ['they were shown already', { wasShown: true }],
    ['there are none', { agreements: [] }],
    ['they could not be loaded', { agreements: undefined }],
    ['something else is open', { isAnotherModalOpen: true }],
  ])('does not when %s', (_, change) => {
    expect(shouldShowAgreements({ ...plain, ...change })).toBe(false);
  });
});
