import pino from 'pino';
import { createMailer, MailFailure } from './mailer';
import { DoubtfulDelivery } from './delivery-queue';
import { startSmtpServer, type SmtpServer } from './testing/smtp-server';

const mail = {
  to: 'a@example.jp',
  subject: 'パスワード',
  text: 'https://console.example/reset-password?token=t\n',
  link: 'https://console.example/reset-password?token=t',
};

const logTo = (lines: string[]) =>
  pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
const silent = logTo([]);

describe('mails', () => {
  let smtp: SmtpServer;
  beforeEach(async () => {
    smtp = await startSmtpServer();
  });
  afterEach(() => smtp.close());
  const send = (more: object = {}) =>
    createMailer({ smtpUrl: smtp.url, mailFrom: 'Console <no-reply@example.jp>', log: silent })({
      ...mail,
      ...more,
    });

  it('are sent over SMTP if configured, without the link in the log', async () => {
    const lines: string[] = [];
    await createMailer({ smtpUrl: smtp.url, mailFrom: 'Console <no-reply@example.jp>', log: logTo(lines) })(
      mail,
    );
    expect(smtp.received).toEqual(
      expect.arrayContaining(['MAIL FROM:<no-reply@example.jp>', 'RCPT TO:<a@example.jp>', mail.link]),
    );
    expect(lines).toEqual([]);
  });

  it('hold HTML, files and the same id for each attempt', async () => {
    const content = Buffer.from('\uFEFF広告,CV\r\nりんご,3\r\n');
    for (const _ of [1, 2])
      await send({
        html: '<p>表</p>',
        attachments: [{ filename: '広告.csv', contentType: 'text/csv', content }],
        key: 'report:1:2026-01-01',
      });
    const [first, second] = smtp.mails;
    expect(first!.headers.subject).toBe('パスワード');
    expect(first!.headers['message-id']).toBe('<report.1.2026-01-01@example.jp>');
    expect(second!.headers['message-id']).toBe(first!.headers['message-id']);
    expect(first!.parts.map(({ type, body }) => [type, body.toString()])).toEqual([
      ['text/plain', expect.stringContaining('token=t')],
      ['text/html', expect.stringContaining('<p>表</p>')],
      ['text/csv', content.toString()],
    ]);
  });

  it('that can’t be sent say why, without the link', async () => {
    const lines: string[] = [];
    const sending = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', log: logTo(lines) })(mail);
    await expect(sending).rejects.toThrow(/ECONNREFUSED/);
    await expect(sending).rejects.not.toThrow(/token=t/);
    await expect(sending).rejects.not.toBeInstanceOf(DoubtfulDelivery);
    expect(lines).toEqual([]);
  });

  it.each([
    ['RCPT', 'hang up', false],
    ['RCPT', '550 nobody here', false],
    ['CONTENT', '552 too big', false],
    ['CONTENT', '451 later', false],
    ['CONTENT', 'hang up', true],
  ] as const)('answered at %s with %s are doubtful: %s', async (at, reply, doubtful) => {
    smtp.behave((step) => (step === at ? reply : 'ok'));
    const error: unknown = await send().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof DoubtfulDelivery).toBe(doubtful);
  });

  const faultOf = (smtpUrl: string): Promise<unknown> =>
    createMailer({ smtpUrl, log: silent })(mail).then(
      () => undefined,
      (reason: unknown) => reason instanceof MailFailure && reason.fault,
    );

  it('name the fault in one word', async () => {
    expect(await faultOf('smtp://127.0.0.1:1')).toBe('refusedConnection');
    expect(await faultOf('smtp://mail.invalid:25')).toBe('dns');
    expect(await faultOf(`smtps://127.0.0.1:${smtp.port}`)).toMatch(/tls|lostConnection/);
    for (const [at, reply, fault] of [
      ['AUTH', '535 5.7.8 wrong password', 'signIn'],
      ['FROM', '530 5.7.0 sign in first', 'signIn'],
      ['FROM', '553 not your address', 'sender'],
      ['RCPT', '550 no such user', 'recipient'],
      ['RCPT', '451 later', 'later'],
      ['RCPT', 'hang up', 'lostConnection'],
      ['CONTENT', '552 too big', 'content'],
    ] as const) {
      smtp.behave((step) => (step === at ? reply : 'ok'));
      expect([at, reply, await faultOf(smtp.url.replace('//', '//user:password@'))]).toEqual([
        at,
        reply,
        fault,
      ]);
    }
  });

  it('are logged in the demo without SMTP', async () => {
    const lines: string[] = [];
    await createMailer({ demo: true, log: logTo(lines) })(mail);
    expect(lines.join('')).toContain(mail.link);
  });

  it('are not sent or logged elsewhere without SMTP', async () => {
    const lines: string[] = [];
    await expect(createMailer({ demo: false, log: logTo(lines) })(mail)).rejects.toThrow(/^noSmtp$/);
    expect(lines).toEqual([]);
  });
});
