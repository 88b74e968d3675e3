export const transfer = {
  title: 'โยกเครดิต',
} as const;
