export const withdraw = {
  title: 'ถอนเงิน',
} as const;
