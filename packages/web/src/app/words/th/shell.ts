export const shell = {
  menu: 'เมนูหลัก',
  login: 'เข้าสู่ระบบ',
  register: 'สมัครสมาชิก',
  contact: 'ติดต่อเรา',
  skip: 'ข้ามไปยังเนื้อหา',
} as const;
