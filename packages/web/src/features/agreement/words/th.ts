export const agreement = {
  title: 'ข้อตกลงการใช้งาน',
  doNotShow: 'ไม่ต้องแสดงอีก',
  understood: 'รับทราบ',
} as const;
