import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { parseMail, type ReceivedMail } from './parse-mail';

type Step = 'AUTH' | 'FROM' | 'RCPT' | 'CONTENT';
/** Behaves like a mail server, answers with these words instead, or hangs up. */
type Whim = 'ok' | 'hang up' | `${number} ${string}`;

/** A minimal mail server that records what it receives. */
export interface SmtpServer {
  readonly port: number;
  readonly url: string;
  /** Received lines. */
  readonly said: string[];
  /** Mails with complete content, including those it answered with an error. */
  readonly mails: ReceivedMail[];
  /** Sets the behaviour from now on. */
  behave(whim: (step: Step) => Whim): void;
  close(): Promise<void>;
}

/** Handles one connection. */
function talk(socket: Socket, said: string[], taken: ReceivedMail[], whim: (step: Step) => Whim): void {
  let envelope = { from: '', to: [] as string[] };
  let content: string[] | undefined;
  let rest = '';
  const answer = (usual: string, step?: Step): void => {
    const mood = step ? whim(step) : 'ok';
    if (mood === 'hang up') socket.destroy();
    else socket.write(`${mood === 'ok' ? usual : mood}\r\n`);
  };
  const hear = (line: string): void => {
    said.push(line);
    if (content) {
      if (line !== '.') {
        content.push(line.startsWith('..') ? line.slice(1) : line);
        return;
      }
      taken.push({ ...envelope, ...parseMail(content.join('\r\n')) });
      content = undefined;
      answer('250 kept', 'CONTENT');
    } else if (/^MAIL FROM:/.test(line)) {
      envelope = { from: /<(.*?)>/.exec(line)?.[1] ?? '', to: [] };
      answer('250 ok', 'FROM');
    } else if (/^EHLO/.test(line)) answer('250-test\r\n250 AUTH PLAIN');
    else if (/^AUTH /.test(line)) answer('235 come in', 'AUTH');
    else if (/^RCPT TO:/.test(line)) {
      envelope.to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
      answer('250 ok', 'RCPT');
    } else if (line === 'DATA') {
      content = [];
      answer('354 go on');
    } else if (line === 'QUIT') socket.end('221 bye\r\n');
    else answer('250 ok');
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (!socket.destroyed) hear(line);
  });
  socket.write('220 test\r\n');
}

/** Starts a mail server on a free local port. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const said: string[] = [];
  const mails: ReceivedMail[] = [];
  let whim: (step: Step) => Whim = () => 'ok';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    talk(socket, said, mails, (step) => whim(step));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    said,
    mails,
    behave: (given) => (whim = given),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
