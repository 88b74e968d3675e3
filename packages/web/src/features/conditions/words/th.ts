export const conditions = {
  title: 'เงื่อนไข',
} as const;
