export const deposit = {
  title: 'ฝากเงิน',
} as const;
