import type { alerts as ja } from '../ja/alerts';
import type { Texts } from '../texts';

/** Texts of the alert screens. */
export const alerts: Texts<typeof ja> = {
  test: 'Test now',
  testTitle: 'Result as of now ({{day}})',
  testLead: 'Nothing is sent.',
  computing:
    'The previous day’s figures are still being computed. The alert itself waits until they are ready.',
  judged: '{{judged}} checked, {{raised}} triggered.',
  history: 'History',
  noHistory: 'Not triggered yet',
  noHistoryHint: 'When the alert is triggered, the figures and the outcome of the message are shown here.',
  day: 'Day',
  case: 'Scope',
  value: 'Value',
  bounds: 'Usual range or threshold',
  told: 'Message',
  whole: 'Whole product',
  above: 'above {{bound}}',
  below: 'below {{bound}}',
  usual: '{{low}} to {{high}} (median {{median}})',
  openReport: 'Open the report',
  last: 'Last triggered',
  never: 'Never',
  lastReason: '{{value}} ({{why}})',
  outcome: {
    sent: 'Sent',
    waiting: 'Waiting',
    failed: 'Failed',
    doubtful: 'Unconfirmed (not sent again)',
    withheld: 'Not sent',
  },
  /** Number of attempts and time of the next one. */
  tried: 'attempts: {{count}}',
  nextTry: 'next try {{time}}',
  /** Reasons why a message failed. */
  why: {
    alertGone: 'Not sent, because the alert was changed or deleted in the meantime.',
    doubtful:
      'The connection broke off during the response, so delivery cannot be confirmed. It is not sent again, to avoid duplicates.',
    refusedAddress:
      "Not sent, because the webhook's address is not public (for example, an internal network). Check the webhook URL.",
    invalidUrl: 'The webhook URL is not a valid URL.',
    dns: "The webhook's domain was not found (DNS). Check the spelling of the URL.",
    tls: "The webhook server's certificate is not valid, so a secure connection (TLS) could not be made.",
    timeout: "The webhook's server did not respond in time.",
    refusedConnection: "The webhook's server did not accept the connection. Check the port in the URL.",
    lostConnection: "The connection to the webhook's server was lost before it responded.",
    redirect:
      "The webhook's server redirects to another URL ({{answer}}). Redirects are not followed: set the webhook URL to the final address.",
    badRequest: "The webhook's server rejected the message as invalid ({{answer}}). Check the webhook URL.",
    unauthorized:
      "The webhook's server refused the message because of a missing key or permission ({{answer}}). Issue a new webhook URL.",
    notFound: 'There is nothing at the webhook URL ({{answer}}). Check it.',
    tooMany: "The webhook's server refused the message because too many were sent ({{answer}}).",
    otherClientError: "The webhook's server did not accept the message ({{answer}}).",
    serverError: "The webhook's server had an error ({{answer}}).",
    otherAnswer: "The webhook's server responded unexpectedly ({{answer}}).",
    worker: 'Sending was interrupted.',
  },
  raised: 'Triggered',
  calm: 'Not triggered',
  languages: { ja: '日本語', en: 'English', 'zh-CN': '简体中文' },
  back: 'Close',
  /** Next check of the alert, before and after saving. */
  next: 'The next check covers {{day}}, from {{time}} on.',
  nextSaved:
    'Once saved, checks run from {{time}} on, starting with {{day}}. Checks that were due earlier send no messages.',
  sending: {
    send: 'Send a test',
    toMail: 'The test email goes only to you ({{address}}), not to the recipients.',
    toWebhook: 'One message marked as a test is sent to the webhook URL entered here.',
    needsUrl: 'Enter the webhook URL to send a test.',
    mailed: 'Sent to {{to}}.',
    notMailed: 'Not sent to {{to}}.',
    taken: 'The webhook accepted it.',
    result: 'Test result',
  },
  cantTest: 'The test could not be run',
};
