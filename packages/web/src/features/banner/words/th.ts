export const banner = {
  goOn: 'ไปต่อ',
} as const;
