import type { AlertText } from './alert-text';
import { chatRequest } from './chat-webhooks';

const message: AlertText = {
  subject: 'CPAのアラート <11/28>',
  details: '「夏 & [info]広告」：1,200円\n通常は900円',
  text: '',
  open: 'レポートを開く',
  link: 'https://c.example/analyze?a=1&b=2',
};
const bodyFor = (url: string): unknown => JSON.parse(chatRequest(url, message)?.body ?? 'null');

describe('webhooks of chats', () => {
  it('get a Slack message with blocks, escaped, and the subject as notification', () => {
    expect(bodyFor('https://hooks.slack.com/services/T/B/x')).toEqual({
      text: 'CPAのアラート &lt;11/28&gt;',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: message.subject } },
        {
          type: 'section',
          text: { type: 'mrkdwn', text: '「夏 &amp; [info]広告」：1,200円\n通常は900円' },
        },
        {
          type: 'actions',
          elements: [
            { type: 'button', text: { type: 'plain_text', text: 'レポートを開く' }, url: message.link },
          ],
        },
      ],
    });
  });

  it.each([
    'https://x.webhook.office.com/webhookb2/1',
    'https://prod-1.japaneast.logic.azure.com:443/workflows/1?sig=s',
    'https://default1.2.environment.api.powerplatform.com/powerautomate/1',
  ])('get an adaptive card: %s', (url) => {
    expect(bodyFor(url)).toMatchObject({
      type: 'message',
      attachments: [
        {
          content: {
            body: [{ text: message.subject }, { text: '「夏 & [info]広告」：1,200円\n\n通常は900円' }],
            actions: [{ type: 'Action.OpenUrl', title: 'レポートを開く', url: message.link }],
          },
        },
      ],
    });
    expect(chatRequest(url, message)?.url).toContain('1');
  });

  it('get a LINE WORKS message with a button', () => {
    expect(bodyFor('https://webhook.worksmobile.com/message/u-1')).toEqual({
      title: message.subject,
      body: { text: message.details },
      button: { label: 'レポートを開く', url: message.link },
    });
  });

  it('get a Chatwork message, whose token is a secret header', () => {
    const request = chatRequest('https://api.chatwork.com/v2/rooms/12/messages#to%2Fken', message);
    expect(request).toMatchObject({
      url: 'https://api.chatwork.com/v2/rooms/12/messages',
      secretHeaders: { 'x-chatworktoken': 'to/ken' },
    });
    expect(new URLSearchParams(request?.body).get('body')).toBe(
      '[info][title]CPAのアラート <11/28>[/title]「夏 & ［info]広告」：1,200円\n通常は900円\nhttps://c.example/analyze?a=1&b=2[/info]',
    );
  });

  it.each([
    'https://hooks.slack.com.evil.example/x',
    'https://evilwebhook.office.com.example/',
    'https://in.example/',
  ])('are recognised by their host alone: %s', (url) => expect(chatRequest(url, message)).toBeUndefined());
});
