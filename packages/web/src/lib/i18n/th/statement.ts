export const statement = {
  title: 'รายการเดินบัญชี',
} as const;
