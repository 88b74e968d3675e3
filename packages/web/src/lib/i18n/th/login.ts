export const login = {
  title: 'เข้าสู่ระบบ',
  welcome: 'ยินดีต้อนรับกลับมา',
  tagline: 'กระเป๋าเดียว สำหรับทุกเกมของคุณ',
  phone: 'เบอร์โทรศัพท์',
  password: 'รหัสผ่าน',
  remember: 'จดจำการเข้าสู่ระบบ',
  submit: 'เข้าสู่ระบบ',
  noAccount: 'ยังไม่มีบัญชี?',
  register: 'สมัครสมาชิก',
  help: 'ลืมรหัสผ่าน? ติดต่อเรา',
} as const;
