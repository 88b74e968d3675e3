import type { Words } from '../words.ts';

export const settings: Words['settings'] = {
  title: 'การตั้งค่าที่ใช้อยู่',
  lead: 'เป็นตัวแปรสภาพแวดล้อมที่อ่านเมื่อเริ่มเซิร์ฟเวอร์ หน้านี้ดูได้อย่างเดียว',
  find: 'ค้นหาการตั้งค่า',
  findHint: 'บางส่วนของชื่อ',
  none: 'ไม่มีการตั้งค่าชื่อนี้',
  name: 'ชื่อ',
  value: 'ค่าที่ใช้อยู่',
  source: 'ที่มา',
  about: 'ใช้ทำอะไร',
  environment: 'สภาพแวดล้อม',
  default: 'ค่าเริ่มต้น',
  isSet: 'ตั้งไว้',
  notSet: 'ไม่ได้ตั้ง',
};

export const settingSections: Words['settingSections'] = {
  'Server process': 'กระบวนการเซิร์ฟเวอร์',
  Database: 'ฐานข้อมูล',
  'Secrets and sessions': 'ความลับและเซสชัน',
  'Money and counterparties': 'เงินและคู่ค้า',
  Services: 'บริการ',
  Files: 'ไฟล์',
  Staff: 'พนักงาน',
  'Browsers and proxies': 'เบราว์เซอร์และพร็อกซี',
  'Logs, metrics and traces': 'บันทึก ตัวชี้วัด และการติดตาม',
  Sandbox: 'ระบบจำลอง',
  'Rate limits': 'ขีดจำกัดคำขอ',
  Counterparties: 'คู่ค้า',
};
