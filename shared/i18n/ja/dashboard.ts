export const dashboard = {
  lead: '昨日と今月の成果を、それぞれ前の期間と比べて確認します。',
  day: '{{day}}（{{weekday}}）',
  yesterday: '昨日',
  dayBefore: '前日',
  todayBeside: '今日は集計中',
  lastMonth: '前月全体',
  openStatistics: '広告統計で見る',
  next: 'ほかの画面',
  emptyTitle: 'まだ計測データがありません',
  emptyHint:
    '前月から今日までに計測されたデータがありません。サイトに計測タグを設置し、広告の入稿URLを媒体に登録すると、ここに成果が表示されます。',
  emptyHintOthers:
    '前月から今日までに計測されたデータがありません。計測の設定については、管理者にご確認ください。',
  openProduct: '計測タグを設置する',
  openAds: '広告を設定する',
  showSteps: '計測をはじめる手順を表示',
  errorTitle: 'サマリーを表示できませんでした',
} as const;
