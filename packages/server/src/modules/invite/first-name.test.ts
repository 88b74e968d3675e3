import { expect, it } from 'vitest';
import { firstNameAndInitial } from './first-name.ts';

it.each([
  ['สมหญิง ใจดี', 'สมหญิง จ.'],
  ['ສົມໃຈ ແກ້ວມະນີ', 'ສົມໃຈ ກ.'],
  ['  John  Paul   Smith ', 'John S.'],
  ['Somchai', 'Somchai'],
  ['Noi 𝒳avier', 'Noi 𝒳.'],
  ['', ''],
  // Names saved before names were normalised.
  ['\u200b\u200b', '•••'],
  ['ปิติ \u202eมาใหม่\u202c', 'ปิติ ม.'],
])('shows %j as %j', (name, shown) => {
  expect(firstNameAndInitial(name)).toBe(shown);
});
