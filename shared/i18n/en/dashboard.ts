import type { dashboard as ja } from '../ja/dashboard';
import type { Texts } from '../texts';

export const dashboard: Texts<typeof ja> = {
  lead: 'Yesterday and this month, each beside what came before.',
  day: '{{day}} ({{weekday}})',
  yesterday: 'Yesterday',
  dayBefore: 'day before',
  todayBeside: 'today is not finished',
  lastMonth: 'whole last month',
  openStatistics: 'Open in ad statistics',
  next: 'Other pages',
  emptyTitle: 'Nothing has been measured yet',
  emptyHint:
    'There is no data from last month until today. Place the install tag on the site and give the ads’ posting URLs to the media: results will show up here.',
  emptyHintOthers: 'There is no data from last month until today. Please ask an administrator about the tracking settings.',
  openProduct: 'Place the install tag',
  openAds: 'Set up ads',
  showSteps: 'Show the steps to start measuring',
  errorTitle: 'The summary can’t be shown',
};
