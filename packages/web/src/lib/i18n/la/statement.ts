import type { statement as source } from '../th/statement.ts';
import type { Translated } from '../translated.ts';

export const statement: Translated<typeof source> = {
  title: 'ລາຍການເຄື່ອນໄຫວ',
};
