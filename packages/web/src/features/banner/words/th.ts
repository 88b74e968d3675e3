export const banner = {
  goOn: 'ไปต่อ',
  carousel: 'ภาพเลื่อน',
} as const;
