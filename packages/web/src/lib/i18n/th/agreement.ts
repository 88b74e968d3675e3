export const agreement = {
  title: 'ข้อตกลงการใช้งาน',
} as const;
