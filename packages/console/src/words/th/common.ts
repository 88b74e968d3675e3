import type { Words } from '../words.ts';

export const common: Words['common'] = {
  close: 'ปิด',
  cancel: 'ยกเลิก',
  again: 'ลองใหม่',
  loading: 'กำลังโหลด',
  loadFailed: 'อ่านข้อมูลไม่ได้',
  stale: 'ข้อมูล ณ เวลา {time}',
  forbidden: 'สิทธิ์ของคุณเปิดหน้านี้ไม่ได้',
  forbiddenHint: 'หากต้องใช้ในงาน ให้ขอสิทธิ์จากเจ้าของระบบ',
  unknown: 'ไม่ทราบ',
  somebody: 'พนักงานคนอื่น',
  select: 'เลือก {name}',
  selectAll: 'เลือกทั้งหมด',
  more: 'แสดงเพิ่ม',
  end: 'ครบแล้ว',
  changed: 'รายการนี้มีการเปลี่ยนแปลง',
  show: 'แสดง',
  copy: 'คัดลอก {text}',
  copied: 'คัดลอกแล้ว',
  copyFailed: 'เบราว์เซอร์ไม่อนุญาตให้คัดลอก',
  reason: 'เหตุผล',
  reasonOptional: 'เหตุผล (ถ้ามี)',
  done: 'เรียบร้อย',
  waits: 'ส่งคำขอแล้ว รอคนที่สองตัดสิน',
  unknownEnd: 'ยังไม่ได้คำตอบที่ชัดเจน รายการอาจสำเร็จไปแล้ว ให้ปิดหน้านี้และดูข้อมูลก่อนทำซ้ำ',
  closeAndLook: 'ปิดและดูข้อมูล',
};

export const time: Words['time'] = {
  seconds: '{count} วินาที',
  minutes: '{count} นาที',
  hours: '{count} ชม.',
  days: '{count} วัน',
};

export const currency: Words['currency'] = {
  BAHT: 'บาท',
  LAK: 'กีบ',
};

export const frame: Words['frame'] = {
  skip: 'ข้ามไปยังเนื้อหา',
  search: 'ค้นหา',
  menu: 'เมนู',
  rooms: 'หน้างาน',
  waiting: 'รายการรออยู่',
  person: '{name}: ตั้งค่า',
  language: 'ภาษา',
  theme: 'สีหน้าจอ',
  theme_system: 'ตามระบบ',
  theme_light: 'สว่าง',
  theme_dark: 'มืด',
  factor: 'แอปยืนยันตัวตน',
  signOut: 'ออกจากระบบ',
  notFound: 'ไม่มีหน้านี้',
  toToday: 'ไปที่หน้าวันนี้',
};

export const palette: Words['palette'] = {
  label: 'ชื่อหน้า หรือสมาชิก: เบอร์โทร ชื่อ เลขบัญชี …',
  found: 'ผลการค้นหา',
  none: 'ไม่พบ',
  page: 'หน้า',
};

export const keys: Words['keys'] = {
  title: 'ปุ่มลัด',
  help: 'แสดงปุ่มลัด',
  palette: 'ค้นหาหน้าหรือสมาชิก',
  open: 'เปิดรายการที่เลือกอยู่',
  send: 'ส่งแบบฟอร์ม',
  down: 'แถวถัดไป',
  up: 'แถวก่อนหน้า',
  next: 'เปิดรายการถัดไป',
  close: 'ปิด',
  approve: 'อนุมัติ',
  refuse: 'ปฏิเสธ',
  hold: 'พักไว้',
};

export const session: Words['session'] = {
  title: 'เข้าสู่ระบบหลังบ้าน',
  email: 'อีเมล',
  password: 'รหัสผ่าน',
  code: 'รหัสยืนยัน',
  codeHint: 'เลข 6 หลักจากแอปยืนยันตัวตน หรือรหัสสำรอง',
  signIn: 'เข้าสู่ระบบ',
  provider: 'เข้าสู่ระบบด้วยบัญชีของบริษัท',
  otherAddress: 'ใช้อีเมลอื่น',
  over: 'เซสชันหมดอายุ',
  overHint: 'เข้าสู่ระบบอีกครั้ง ข้อความที่พิมพ์ค้างไว้ยังอยู่',
  unreachable: 'เซิร์ฟเวอร์ไม่ตอบ',
  unreachableHint: 'ตรวจสอบอินเทอร์เน็ตหรือ VPN',
};

export const link: Words['link'] = {
  title: 'ตั้งรหัสผ่าน',
  lead: 'อย่างน้อย {count} ตัวอักษร เมื่อตั้งแล้วทุกเซสชันของคุณจะสิ้นสุด',
  password: 'รหัสผ่านใหม่',
  repeat: 'พิมพ์อีกครั้ง',
  other: 'รหัสผ่านสองช่องไม่ตรงกัน',
  save: 'บันทึก',
  done: 'ตั้งรหัสผ่านแล้ว',
  doneHint: 'ลิงก์นี้ใช้ซ้ำไม่ได้',
};

export const factor: Words['factor'] = {
  title: 'แอปยืนยันตัวตน',
  lead: 'แอปในโทรศัพท์แสดงรหัสใหม่ทุก 30 วินาที ต้องใช้ตอนเข้าสู่ระบบ เริ่มด้วยการพิมพ์รหัสผ่านอีกครั้ง',
  begin: 'ต่อไป',
  scan: 'สแกนด้วยแอป แล้วพิมพ์รหัสที่แอปแสดง',
  qr: 'คิวอาร์โค้ดสำหรับแอปยืนยันตัวตน',
  secret: 'หรือพิมพ์ค่านี้ในแอป:',
  confirm: 'ยืนยัน',
  recovery: 'รหัสสำรอง',
  recoveryHint: 'แต่ละรหัสใช้แทนแอปได้หนึ่งครั้ง พิมพ์เก็บไว้หรือเก็บในโปรแกรมจัดการรหัสผ่าน เพราะจะไม่แสดงอีก',
  kept: 'เก็บไว้แล้ว',
};

export const roles: Words['roles'] = {
  support: 'ฝ่ายบริการลูกค้า',
  cashier: 'แคชเชียร์',
  finance: 'การเงิน',
  risk: 'ความเสี่ยง',
  protection: 'ดูแลผู้เล่น',
  content: 'เนื้อหา',
  manager: 'ผู้จัดการ',
  auditor: 'ผู้ตรวจสอบ',
  owner: 'เจ้าของระบบ',
};
