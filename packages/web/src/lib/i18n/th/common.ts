export const common = {
  unexpectedError: 'เกิดข้อผิดพลาดที่ไม่คาดคิด กรุณาลองใหม่อีกครั้ง',
  connectionError: 'เชื่อมต่อไม่ได้ กรุณาตรวจสอบอินเทอร์เน็ตแล้วลองใหม่',
  waitSeconds: 'ลองใหม่ได้ใน {count} วินาที',
  waitMinutes: 'ลองใหม่ได้ใน {count} นาที',
  waitHours: 'ลองใหม่ได้ใน {count} ชั่วโมง',
  retry: 'ลองใหม่',
  loading: 'กำลังโหลด',
  loadFailed: 'โหลดข้อมูลไม่สำเร็จ',
  empty: 'ยังไม่มีข้อมูล',
  showPassword: 'แสดงรหัสผ่าน',
  hidePassword: 'ซ่อนรหัสผ่าน',
  required: 'กรุณากรอกข้อมูลนี้',
} as const;
