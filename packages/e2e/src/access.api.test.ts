import { expect, it } from 'vitest';
import { probeAccess, undescribed } from './access/probe.ts';
import { isRight } from './access/row.ts';
import { inWhole } from './support/forms.ts';

it('every field that may name somebody’s thing is described, and what is open is open on purpose', () => {
  expect(undescribed()).toEqual([]);
});

it(
  'every call is answered to everybody as it should be, and what is another’s is as if it were not there',
  inWhole,
  async () => {
    const { rows, problems } = await probeAccess();
    expect(problems).toEqual([]);
    expect(rows.filter((row) => !isRight(row))).toEqual([]);
    expect(rows.length).toBeGreaterThan(400);
  },
);
