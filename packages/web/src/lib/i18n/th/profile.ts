export const profile = {
  title: 'โปรไฟล์',
  account: 'บัญชีของฉัน',
  name: 'ชื่อ',
  id: 'รหัสสมาชิก',
  created: 'วันที่สมัคร',
  username: 'ชื่อผู้ใช้',
  bank: 'บัญชีธนาคาร',
  bankAccountName: 'ชื่อบัญชี',
  bankName: 'ธนาคาร',
  bankAccountNo: 'เลขที่บัญชี',
  settings: 'การตั้งค่า',
} as const;
