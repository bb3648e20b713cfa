export const term = {
  restCount: 'その他の件数',
  others: 'その他',
} as const;
