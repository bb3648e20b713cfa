import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { createMailer } from './mailer';

const mail = { to: 'a@example.jp', subject: 'パスワード', text: 'https://console.example/reset-password?token=t\n', link: 'https://console.example/reset-password?token=t' };

/** As much of SMTP as a mail needs; keeps what it is told. */
function smtpServer(): Promise<{ server: Server; port: number; said: string[] }> {
  const said: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    socket.write('220 test\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        said.push(line);
        if (inData) {
          if (line !== '.') continue;
          inData = false;
          socket.write('250 kept\r\n');
        } else if (/^(EHLO|HELO|MAIL|RCPT|RSET)/.test(line)) socket.write('250 ok\r\n');
        else if (line === 'DATA') {
          inData = true;
          socket.write('354 go on\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
      }
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve({ server, port: (server.address() as AddressInfo).port, said })));
}

const logTo = (lines: string[]) => pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });

describe('mails', () => {
  it('go out over SMTP where it is configured, and the link stays out of the log', async () => {
    const { server, port, said } = await smtpServer();
    const lines: string[] = [];
    await createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Console <no-reply@example.jp>', log: logTo(lines) })(mail);
    server.close();
    expect(said).toEqual(expect.arrayContaining(['MAIL FROM:<no-reply@example.jp>', 'RCPT TO:<a@example.jp>', mail.link]));
    expect(lines).toEqual([]);
  });

  it('that can’t go out say why, without the link', async () => {
    const lines: string[] = [];
    const told = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', log: logTo(lines) })(mail);
    await expect(told).rejects.toThrow(/ECONNREFUSED/);
    await expect(told).rejects.not.toThrow(/token=t/);
    expect(lines).toEqual([]);
  });

  it('stand in the log of the demo where there is no SMTP', async () => {
    const lines: string[] = [];
    await createMailer({ demo: true, log: logTo(lines) })(mail);
    expect(lines.join('')).toContain(mail.link);
  });

  it('go nowhere else without SMTP', async () => {
    const lines: string[] = [];
    await expect(createMailer({ demo: false, log: logTo(lines) })(mail)).rejects.toThrow('SMTP_URL is not set');
    expect(lines).toEqual([]);
  });
});
