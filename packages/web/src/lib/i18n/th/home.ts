export const home = {
  title: 'หน้าหลัก',
} as const;
