import type { mails as ja } from '../ja/mails';
import type { Texts } from '../texts';

/** Mails, and the webhooks of alerts. */
export const mails: Texts<typeof ja> = {
  reset: {
    subject: '[Inflow Console] Set a new password',
    text: [
      'A new password was asked for.',
      'Please set it within one hour over this link:',
      '',
      '{{link}}',
      '',
      'If you did not ask for it, ignore this mail. Your password stays as it is.',
      '',
    ].join('\n'),
  },
  invitation: {
    subject: '[Inflow Console] Your invitation',
    text: [
      'You have been invited to Inflow Console.',
      'Please set your password within seven days over this link; then you can sign in:',
      '',
      '{{link}}',
      '',
      'If you did not expect it, ignore this mail.',
      '',
    ].join('\n'),
  },
  report: {
    subject: '[Inflow Console] {{title}} ({{day}})',
    testSubject: '[Inflow Console] [Test] {{title}} ({{day}})',
    test: 'This mail was sent as a test. The schedule goes on as before.',
    allRows_one: '{{count}} row.',
    allRows_other: 'All {{count}} rows.',
    firstRows: 'The first {{displayed}} of {{count}} rows.',
    moreColumns_one: '{{count}} more column is left out here.',
    moreColumns_other: '{{count}} more columns are left out here.',
    noMonths: 'The {{count}} months since acquisition are left out here.',
    firstMonths: 'The first {{displayed}} of {{count}} months since acquisition.',
    allAttached: 'The attached CSV file holds everything.',
    firstAttached:
      'The attached CSV file holds the first {{rows}} rows and the total; the console exports all of them.',
    empty: 'There were no data for this period.',
    open: 'Open in the console',
    why: 'Sent as {{sender}} set it up, with the figures that {{sender}} may see.',
    change: 'See or change the schedule',
  },
  alert: {
    subject: '[Inflow Console] Alert: {{title}} ({{day}})',
    testSubject: '[Inflow Console] [Test] Alert: {{title}} ({{day}})',
    test: 'This was sent as a test. The alert itself goes on as before.',
    lead: '{{measure}} of “{{product}}” on {{day}} met the condition of an alert.',
    line: '- {{name}}: {{value}} ({{why}})',
    whole: 'Whole product',
    above: 'above the threshold of {{bound}}',
    below: 'below the threshold of {{bound}}',
    unusual: 'usual on this weekday: {{low}} to {{high}}, median {{median}}',
    more: 'and {{count}} more',
    calm: '{{day}} does not meet the condition. Nothing is sent.',
    open: 'Open the report',
  },
};
