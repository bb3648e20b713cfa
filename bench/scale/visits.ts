import { connect, type Socket } from 'node:net';

/** People who follow a link, land on a page with the tag, and sometimes convert. */
export interface Visits {
  port: number;
  /** Path of the link. */
  path: string;
  productId: number;
  visits: number;
  connections: number;
  /** Number of visits per conversion. */
  conversionEach: number;
  /** Prefix of the ids. */
  name: string;
}

const UA = 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0.0.0 Safari/537.36';

/**
 * Sends requests one after another over one connection. It uses plain sockets because http.request would be
 * slower than the server.
 */
class Line {
  private readonly socket: Socket;
  private text = '';
  private answered: ((answer: string) => void) | undefined;
  private failed: ((error: Error) => void) | undefined;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.setNoDelay(true);
    this.socket.on('data', (chunk: Buffer) => this.take(chunk.toString('latin1')));
    this.socket.once('error', (error) => this.failed?.(error));
    this.socket.once('close', () => this.failed?.(new Error('the connection was closed')));
  }

  /** Sends a request and returns the full response, head and body. */
  ask(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.answered = resolve;
      this.failed = reject;
      this.socket.write(request);
    });
  }

  end(): void {
    this.failed = undefined;
    this.socket.end();
  }

  private take(chunk: string): void {
    this.text += chunk;
    const head = this.text.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/^content-length: (\d+)/im.exec(this.text.slice(0, head))?.[1] ?? 0);
    if (this.text.length < head + 4 + length) return;
    const answer = this.text;
    this.text = '';
    this.answered?.(answer);
  }
}

const post = (body: string): string =>
  `POST /collect HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${UA}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Makes one visit: the click, its landing, and sometimes a conversion. */
const visit = async (
  line: Line,
  { path, productId, conversionEach, name }: Visits,
  n: number,
): Promise<void> => {
  const redirect = await line.ask(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${UA}\r\n\r\n`);
  const url = /^location: (\S+)/im.exec(redirect)?.[1];
  if (!url?.includes('a_iid=')) throw new Error(`no redirect: ${redirect.slice(0, 200)}`);
  const send = async (item: object): Promise<void> => {
    const answer = await line.ask(post(JSON.stringify(item)));
    if (!answer.includes('"accepted":1')) throw new Error(`not accepted: ${answer.slice(0, 500)}`);
  };
  const shared = { product_id: productId, visitor_id: `${name}-v${n}`, url };
  await send({ ...shared, type: 'view', event_id: `${name}-p${n}`, title: 'Landing' });
  if (n % conversionEach === 0)
    await send({ ...shared, type: 'cv', event_id: `${name}-o${n}`, amount: 5000 });
};

/** Makes all visits. Resolves after the last response. */
export const runVisits = async (visits: Visits): Promise<void> => {
  let next = 0;
  const run = async (): Promise<void> => {
    const line = new Line(visits.port);
    while (next < visits.visits) await visit(line, visits, next++);
    line.end();
  };
  await Promise.all(Array.from({ length: visits.connections }, run));
};

process.once('message', (visits: Visits) => {
  runVisits(visits).then(
    () => process.send?.('done', () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
