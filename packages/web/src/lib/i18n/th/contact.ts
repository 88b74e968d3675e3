export const contact = {
  title: 'ติดต่อเรา',
  open: 'เปิดแอปแชต',
  qrAlt: 'คิวอาร์โค้ดสำหรับติดต่อเรา',
  scan: 'สแกนเพื่อเพิ่มเพื่อน',
  version: 'เวอร์ชัน {version}',
  howto: 'ดูวิธีใช้งาน',
} as const;
