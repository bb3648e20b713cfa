export const explorer = {
  lead: 'GraphQL APIを、サインイン中の権限でそのまま試せます。',
  backToConsole: 'コンソールへ戻る',
  examples: {
    adStatistics: '広告統計：ASP別',
    attribution: 'アトリビューション：モデル別',
    conversions: '最新のCVと経路',
  },
} as const;
