import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { parseMail, type ReceivedMail } from './parse-mail';

type Step = 'AUTH' | 'FROM' | 'RCPT' | 'CONTENT';
/** Behaves like a mail server, answers with these words instead, or hangs up. */
type Reply = 'ok' | 'hang up' | `${number} ${string}`;

/** A minimal mail server that records what it receives. */
export interface SmtpServer {
  readonly port: number;
  readonly url: string;
  /** Received lines. */
  readonly received: string[];
  /** Mails with complete content, including those it answered with an error. */
  readonly mails: ReceivedMail[];
  /** Sets the behaviour from now on. */
  behave(replyTo: (step: Step) => Reply): void;
  close(): Promise<void>;
}

/** Handles one connection. */
function handleConnection(
  socket: Socket,
  received: string[],
  mails: ReceivedMail[],
  replyTo: (step: Step) => Reply,
): void {
  let envelope = { from: '', to: [] as string[] };
  let content: string[] | undefined;
  let rest = '';
  const answer = (usual: string, step?: Step): void => {
    const reply = step ? replyTo(step) : 'ok';
    if (reply === 'hang up') socket.destroy();
    else socket.write(`${reply === 'ok' ? usual : reply}\r\n`);
  };
  const handleLine = (line: string): void => {
    received.push(line);
    if (content) {
      if (line !== '.') {
        content.push(line.startsWith('..') ? line.slice(1) : line);
        return;
      }
      mails.push({ ...envelope, ...parseMail(content.join('\r\n')) });
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
    for (const line of lines) if (!socket.destroyed) handleLine(line);
  });
  socket.write('220 test\r\n');
}

/** Starts a mail server on a free local port. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const received: string[] = [];
  const mails: ReceivedMail[] = [];
  let replyTo: (step: Step) => Reply = () => 'ok';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    handleConnection(socket, received, mails, (step) => replyTo(step));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    mails,
    behave: (given) => (replyTo = given),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
