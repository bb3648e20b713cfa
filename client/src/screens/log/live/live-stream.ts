import { isRecord, type UnknownRecord } from '../../../../../shared/records';
import { callRest, RestError } from '../../../session/rest';

/** Event of the live stream. */
export interface LiveEvent {
  readonly name: string;
  readonly id: string | undefined;
  readonly data: UnknownRecord;
}

/** State of the connection. */
export type LiveStatus =
  | { readonly name: 'connecting' | 'on' }
  | { readonly name: 'retrying'; readonly seconds: number; readonly reason: string | undefined }
  /** It won't be tried again. */
  | { readonly name: 'failed'; readonly error: RestError };

/** Longest silence of a working connection: the server sends a sign of life every 15 s. */
const SILENCE_MS = 45_000;
const MAX_WAIT_SECONDS = 30;
/** Answers that a retry won't change. */
const FINAL: ReadonlySet<number> = new Set([400, 401, 403, 404]);

function dataOf(text: string): UnknownRecord {
  try {
    const data: unknown = JSON.parse(text);
    return isRecord(data) ? data : {};
  } catch {
    return {};
  }
}

function eventOf(block: string): LiveEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
  const name = fields.get('event');
  return name === undefined
    ? undefined
    : { name, id: fields.get('id'), data: dataOf(fields.get('data') ?? '') };
}

/** Reads the complete events of a stream's text. Returns the beginning of the next one as `rest`. */
export function readEvents(text: string): { events: LiveEvent[]; rest: string } {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  return { events: blocks.flatMap((block) => eventOf(block) ?? []), rest };
}

/** Returns the seconds to wait after a number of failures in a row. */
export const waitAfter = (failures: number, retryAfter = 0): number =>
  Math.max(retryAfter, Math.min(MAX_WAIT_SECONDS, 2 ** (failures - 1)));

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

interface Listener {
  onEvents(events: readonly LiveEvent[]): void;
  onStatus(status: LiveStatus): void;
}

/** Follows a live stream until the signal aborts; reconnects after its last event. */
export async function followLive(path: string, signal: AbortSignal, listener: Listener): Promise<void> {
  let lastId: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    listener.onStatus({ name: 'connecting' });
    const attempt = new AbortController();
    const stop = (): void => attempt.abort();
    signal.addEventListener('abort', stop, { once: true });
    let silence = setTimeout(stop, SILENCE_MS);
    let refusal: RestError | undefined;
    let ended: unknown;
    try {
      const headers = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
      const response = await callRest(path, { headers, signal: attempt.signal });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true };
        clearTimeout(silence);
        if (done || value === undefined) break;
        silence = setTimeout(stop, SILENCE_MS);
        const { events, rest } = readEvents(text + value);
        text = rest;
        for (const { name, id, data } of events) {
          lastId = id ?? lastId;
          if (name === 'end') ended = data.reason;
          if (name !== 'ready') continue;
          failures = 0;
          listener.onStatus({ name: 'on' });
        }
        listener.onEvents(events);
      }
    } catch (error) {
      if (error instanceof RestError) {
        if (FINAL.has(error.status)) return listener.onStatus({ name: 'failed', error });
        refusal = error;
      }
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
    }
    // The access token has expired; the next request renews it.
    if (ended === 'session' || signal.aborted) continue;
    failures += 1;
    const seconds = waitAfter(failures, refusal?.retryAfter);
    listener.onStatus({ name: 'retrying', seconds, reason: refusal?.messages.join(' ') });
    await sleep(seconds * 1000, signal);
  }
}
