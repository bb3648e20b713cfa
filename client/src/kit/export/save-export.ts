import { isRecord } from '../../../../shared/records';
import { callRest, restErrorOf } from '../../session/rest';
import { saveFile } from './save-file';
import { startExport } from './running';

const LINE_FEED = 0x0a;
const QUOTE = 0x22;

/** Creates a counter for the records in a stream of CSV bytes. Line ends within quotes don't count. */
export function recordCounter(): (bytes: Uint8Array) => number {
  let records = 0;
  let quoted = false;
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === LINE_FEED && !quoted) records += 1;
    }
    return records;
  };
}

/** Milliseconds between progress updates, which keeps rendering cheap. */
const PROGRESS_MS = 200;

export interface ExportRequest {
  /** REST path of the list, e.g. `/api/v1/logs/accesses`. */
  path: string;
  kind: 'csv' | 'xlsx';
  query: URLSearchParams;
  /** Name in the tray until the server sends one. */
  name: string;
  /** Expected number of rows, if known. */
  total: number | undefined;
}

/** Returns the file name that the server sent. */
function fileName(response: Response, otherwise: string): string {
  const header = response.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/i.exec(header)?.[1] ?? otherwise;
}

/**
 * Downloads a file while the server writes it, reports progress and saves it. Cancelling also stops the
 * server.
 * @returns true if it was saved, false if it was cancelled
 * @throws if the server refuses or the connection breaks; a partial file is not saved
 */
export async function saveExport({ path, kind, query, name, total }: ExportRequest): Promise<boolean> {
  const abort = new AbortController();
  const { signal } = abort;
  const entry = startExport({
    name: `${name}.${kind}`,
    bytes: 0,
    rows: 0,
    total,
    cancel: () => abort.abort(),
  });
  try {
    const ticket: unknown = await (
      await callRest(`${path}/download/${kind}/?${query}`, { method: 'POST', signal })
    ).json();
    if (!isRecord(ticket) || typeof ticket.url !== 'string')
      throw new Error('The server returned no download address');
    const response = await fetch(ticket.url, { signal });
    if (!response.ok) throw await restErrorOf(response);
    if (!response.body) throw new Error('The server returned no file');
    const count = kind === 'csv' ? recordCounter() : (await import('./sheet-row-count')).sheetRowCounter();
    let bytes = 0;
    let lastUpdate = 0;
    const countedBody = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          bytes += piece.byteLength;
          const rows = count(piece);
          if (performance.now() - lastUpdate > PROGRESS_MS) {
            lastUpdate = performance.now();
            entry.progress({ bytes, rows });
          }
          controller.enqueue(piece);
        },
      }),
    );
    // Browsers store a large blob on disk.
    const file = await new Response(countedBody).blob();
    saveFile(file, fileName(response, `${name}.${kind}`));
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    entry.end();
  }
}
