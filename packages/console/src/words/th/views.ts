import type { Words } from '../words.ts';

export const views: Words['views'] = {
  title: 'มุมมอง',
  own: 'ของฉัน',
  shared: 'ที่คนอื่นแชร์',
  keep: 'เก็บมุมมองนี้ …',
  keepShort: 'เก็บ',
  kept: 'เก็บ “{name}” แล้ว',
  name: 'ชื่อ',
  nameHint: 'มุมมองชื่อเดิมจะถูกแทนที่',
  audience: 'ใครเห็นได้',
  audienceOwn: 'ฉันคนเดียว',
  audienceShared: 'พนักงานทุกคนที่เข้าห้องนี้ได้',
  forget: 'ลบ “{name}” …',
  forgetShort: 'ลบ',
  forgetOwn: 'ลบเฉพาะตัวกรอง อย่างอื่นไม่เปลี่ยน',
  forgetShared: 'คนอื่นจะไม่เห็นมุมมองนี้ด้วย ลบเฉพาะตัวกรองเท่านั้น',
};
