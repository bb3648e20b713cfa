import { connect } from 'node:net';

/** Outcome of one burst of requests. */
export interface LoadResult {
  /** Responses with status 302. */
  acknowledged: number;
  /** Other responses, and broken connections. */
  failed: number;
  perSecond: number;
  p50: number;
  p99: number;
}

interface Load {
  port: number;
  path: string;
  connections: number;
  ms: number;
  /** Requests per second of all connections; without it each follows the previous response. */
  perSecond?: number | undefined;
}

const LINE_FEED = 10;
/** Offset of the first digit of the status in `HTTP/1.1 302`. */
const STATUS_AT = 9;

/** Latencies of all connections. Recording one allocates nothing. */
class Latencies {
  private values = new Float64Array(1 << 16);
  private count = 0;

  add(value: number): void {
    if (this.count === this.values.length) {
      const wider = new Float64Array(this.count * 2);
      wider.set(this.values);
      this.values = wider;
    }
    this.values[this.count] = value;
    this.count += 1;
  }

  sorted(): Float64Array {
    return this.values.slice(0, this.count).sort();
  }
}

/**
 * Sends requests over one connection until `until`, each after the previous response and at its pace. It uses
 * plain sockets because http.request would be slower than the server.
 */
const drive = (load: Load, until: number, latencies: Latencies): Promise<{ good: number; bad: number }> =>
  new Promise((resolve) => {
    const request = Buffer.from(
      `GET ${load.path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Mozilla/5.0 (Windows NT 10.0) Chrome/131.0.0.0 Safari/537.36\r\n\r\n`,
    );
    const seen = { good: 0, bad: 0 };
    const socket = connect(load.port, '127.0.0.1');
    let sent = performance.now();
    let status = 0;
    const gapMs = load.perSecond === undefined ? 0 : (load.connections * 1000) / load.perSecond;
    let due = sent + gapMs * Math.random();
    const ask = (): void => {
      sent = performance.now();
      socket.write(request);
    };
    socket.setNoDelay(true);
    socket.once('connect', ask);
    socket.on('data', (chunk: Buffer) => {
      if (status === 0) status = Number(chunk.toString('latin1', STATUS_AT, STATUS_AT + 3));
      // The responses have no body. They end with the empty line after the headers.
      if (chunk[chunk.length - 1] !== LINE_FEED || chunk[chunk.length - 3] !== LINE_FEED) return;
      const now = performance.now();
      latencies.add(now - sent);
      if (status === 302) seen.good += 1;
      else seen.bad += 1;
      status = 0;
      due += gapMs;
      if (now >= until) socket.end();
      else if (due > now && gapMs > 0) setTimeout(ask, due - now);
      else ask();
    });
    socket.once('error', () => (seen.bad += 1));
    socket.once('close', () => resolve(seen));
  });

/** Runs the load to its end. */
export const runLoad = async (load: Load): Promise<LoadResult> => {
  const latencies = new Latencies();
  const start = performance.now();
  const seen = await Promise.all(
    Array.from({ length: load.connections }, () => drive(load, start + load.ms, latencies)),
  );
  const seconds = (performance.now() - start) / 1000;
  const acknowledged = seen.reduce((sum, { good }) => sum + good, 0);
  const sorted = latencies.sorted();
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
  return {
    acknowledged,
    failed: seen.reduce((sum, { bad }) => sum + bad, 0),
    perSecond: acknowledged / seconds,
    p50: at(0.5),
    p99: at(0.99),
  };
};
