import type { AlertText } from './alert-text';

/** Request to a chat's webhook. */
export interface ChatRequest {
  readonly url: string;
  readonly body: string;
  readonly contentType: string;
  /** Headers with secrets, which no log or answer shows. */
  readonly secretHeaders?: Readonly<Record<string, string>>;
}

interface ChatShape {
  /** Hosts of the chat's webhooks. */
  readonly host: RegExp;
  readonly request: (url: URL, message: AlertText) => ChatRequest;
}

const json = (url: URL | string, body: object): ChatRequest => ({
  url: String(url),
  body: JSON.stringify(body),
  contentType: 'application/json; charset=utf-8',
});

/** Escapes what Slack reads as mentions, links and entities. */
const slackText = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Longest text of a Slack section. */
const SLACK_SECTION = 3000;

/** Removes Chatwork's own marks. */
const chatworkText = (text: string): string => text.replace(/\[(?=\/?[a-z]+)/gi, '［');

/** Message forms of the chats, each as its documentation states it. */
const SHAPES: readonly ChatShape[] = [
  {
    // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
    host: /^hooks\.slack(-gov)?\.com$/,
    request: (url, { subject, details, open, link }) =>
      json(url, {
        text: slackText(subject),
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: subject.slice(0, 150) } },
          { type: 'section', text: { type: 'mrkdwn', text: slackText(details).slice(0, SLACK_SECTION) } },
          {
            type: 'actions',
            elements: [{ type: 'button', text: { type: 'plain_text', text: open }, url: link }],
          },
        ],
      }),
  },
  {
    // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
    host: /(^|\.)(webhook\.office\.com|logic\.azure\.com|powerplatform\.com)$/,
    request: (url, { subject, details, open, link }) =>
      json(url, {
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            contentUrl: null,
            content: {
              $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
              type: 'AdaptiveCard',
              version: '1.4',
              body: [
                { type: 'TextBlock', size: 'Medium', weight: 'Bolder', wrap: true, text: subject },
                // Adaptive cards need an empty line between two lines.
                { type: 'TextBlock', wrap: true, text: details.replaceAll('\n', '\n\n') },
              ],
              actions: [{ type: 'Action.OpenUrl', title: open, url: link }],
            },
          },
        ],
      }),
  },
  {
    // LINE WORKS, app "Incoming Webhook".
    host: /^webhook\.worksmobile\.com$/,
    request: (url, { subject, details, open, link }) =>
      json(url, { title: subject, body: { text: details }, button: { label: open, url: link } }),
  },
  {
    // https://developer.chatwork.com/reference/post-rooms-room_id-messages; the token follows the #.
    host: /^api\.chatwork\.com$/,
    request: (url, { subject, details, link }) => ({
      url: url.origin + url.pathname,
      body: String(
        new URLSearchParams({
          body: `[info][title]${chatworkText(subject)}[/title]${chatworkText(details)}\n${link}[/info]`,
        }),
      ),
      contentType: 'application/x-www-form-urlencoded',
      secretHeaders: { 'x-chatworktoken': decodeURIComponent(url.hash.slice(1)) },
    }),
  },
];

/**
 * Returns the request that shows a message as a card in the chat of a webhook; undefined if its host is no
 * known chat.
 */
export function chatRequest(address: string, message: AlertText): ChatRequest | undefined {
  const url = new URL(address);
  return SHAPES.find(({ host }) => host.test(url.hostname))?.request(url, message);
}
