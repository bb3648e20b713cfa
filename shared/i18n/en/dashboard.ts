import type { dashboard as ja } from '../ja/dashboard';
import type { Texts } from '../texts';

export const dashboard: Texts<typeof ja> = {
  lead: 'Yesterday and this month, compared with the periods before.',
  day: '{{day}} ({{weekday}})',
  yesterday: 'Yesterday',
  dayBefore: 'day before',
  todayBeside: 'today so far',
  lastMonth: 'whole last month',
  openStatistics: 'Open in ad statistics',
  next: 'Other pages',
  emptyTitle: 'Nothing has been measured yet',
  emptyHint:
    'There has been no data since the beginning of last month. Place the measurement tag on your site and give the ads’ posting URLs to the media, and results will show up here.',
  emptyHintOthers:
    'There has been no data since the beginning of last month. Please ask an administrator about the tracking settings.',
  openProduct: 'Get the measurement tag',
  openAds: 'Set up ads',
  showSteps: 'Show the steps to start measuring',
  errorTitle: 'The summary could not be shown',
};
