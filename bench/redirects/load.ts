import { connect } from 'node:net';
import { percentile } from '../measure';

/** What one burst of requests saw. */
export interface LoadResult {
  /** Answers with status 302. */
  acknowledged: number;
  /** Any other answer, and connections that broke. */
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
}

/** One connection that asks again as soon as it is answered, until `until`; plain sockets, because http.request would be the slower side. */
const drive = (load: Load, until: number, latencies: number[]): Promise<{ good: number; bad: number }> =>
  new Promise((resolve) => {
    const request = `GET ${load.path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Mozilla/5.0 (Windows NT 10.0) Chrome/131.0.0.0 Safari/537.36\r\n\r\n`;
    const seen = { good: 0, bad: 0 };
    const socket = connect(load.port, '127.0.0.1');
    let sent = 0;
    let text = '';
    const ask = (): void => {
      sent = performance.now();
      socket.write(request);
    };
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.once('connect', ask);
    socket.on('data', (chunk: string) => {
      text += chunk;
      // The answers have no body: they end with their head.
      if (!text.endsWith('\r\n\r\n')) return;
      const now = performance.now();
      latencies.push(now - sent);
      if (text.startsWith('HTTP/1.1 302')) seen.good += 1;
      else seen.bad += 1;
      text = '';
      if (now < until) ask();
      else socket.end();
    });
    socket.once('error', () => (seen.bad += 1));
    socket.once('close', () => resolve(seen));
  });

/** Runs the load to its end. */
export const runLoad = async (load: Load): Promise<LoadResult> => {
  const latencies: number[] = [];
  const begun = performance.now();
  const seen = await Promise.all(Array.from({ length: load.connections }, () => drive(load, begun + load.ms, latencies)));
  const seconds = (performance.now() - begun) / 1000;
  const acknowledged = seen.reduce((sum, { good }) => sum + good, 0);
  return {
    acknowledged,
    failed: seen.reduce((sum, { bad }) => sum + bad, 0),
    perSecond: acknowledged / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
};
