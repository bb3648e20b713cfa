import type { alerts as ja } from '../ja/alerts';
import type { Texts } from '../texts';

/** What the screen of alerts says of its own. */
export const alerts: Texts<typeof ja> = {
  test: 'Test now',
  testTitle: 'What it says now ({{day}})',
  testLead: 'Nothing is sent.',
  computing: 'The day before is still being computed. The alert itself waits until that is done.',
  judged: '{{judged}} judged, {{raised}} raise the alert.',
  history: 'History',
  noHistory: 'Not raised yet',
  noHistoryHint: 'Figures of the days that raise it, and what became of the message, stand here.',
  day: 'Day',
  case: 'Of',
  value: 'Value',
  bounds: 'Usual range, threshold',
  told: 'Message',
  whole: 'Whole product',
  above: 'above {{bound}}',
  below: 'below {{bound}}',
  usual: '{{low}} to {{high}} (median {{median}})',
  openReport: 'Open the report',
  last: 'Raised last',
  never: 'Never',
  lastReason: '{{value}} ({{why}})',
  outcome: { sent: 'Sent', waiting: 'Waiting', failed: 'Failed', doubtful: 'In doubt (not sent again)', withheld: 'Withheld' },
  raised: 'Raised',
  calm: 'Not raised',
  languages: { ja: '日本語', en: 'English', 'zh-CN': '简体中文' },
  back: 'Close',
  cantTest: 'It could not be judged',
};
