export const games = {
  title: 'บัญชีเกม',
} as const;
