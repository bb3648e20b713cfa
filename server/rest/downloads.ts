import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { isKeyOf, isRecord, keysOf } from '../../shared/records';
import { openRows, csvChunks, type Cell, type Row } from '../export/csv';
import { Failure, notFound } from '../auth/failure';
import type { DownloadTickets } from '../auth/download-tickets';
import { xlsxChunks } from '../export/xlsx';
import { signedIn, type ApiContext } from '../services/context';
import { asError } from '../platform/errors';
import { exportTable, validateExport } from './export-table';
import type { Endpoint } from './endpoints';
import type { Operation } from './operation';
import type { Route } from './routes';

/** Table for a CSV or xlsx file. */
export interface ExportTable {
  /** File name without its extension. */
  readonly name: string;
  readonly title: string;
  /** Lines above the header. */
  readonly heading: readonly Row[];
  readonly header: readonly string[];
  /** REST names of a report's columns. */
  readonly columns?: readonly string[];
  readonly rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;
}

const kinds = {
  csv: {
    type: 'text/csv; charset=utf-8',
    chunks: (table: ExportTable) => csvChunks(table.header, table.rows, table.heading),
  },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    chunks: (table: ExportTable) => xlsxChunks(table.header, table.rows, table),
  },
} as const;
type Kind = keyof typeof kinds;
const isKind = (text: string): text is Kind => isKeyOf(kinds, text);

interface DownloadDeps {
  readonly operations: ReadonlyArray<readonly [Route, Operation]>;
  readonly tickets: DownloadTickets;
  readonly contextOf: (req: Request) => ApiContext;
  readonly now: () => number;
}

const PARAMETERS_MAX = 4000;

/**
 * Builds the Content-Disposition header after RFC 6266; a name beyond ASCII is added a second time, encoded.
 */
function attachmentOf(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded}`}`;
}

/**
 * Sends a file. The first row is read before the response starts, so a failed read is answered as an error.
 * @throws ReadTimeLimitError, DatabaseAwayError
 */
async function send(res: Response, { rows, ...about }: ExportTable, kind: Kind): Promise<void> {
  const table = { ...about, rows: await openRows(rows) };
  res.set({ 'Content-Type': kinds[kind].type, 'Content-Disposition': attachmentOf(`${table.name}.${kind}`) });
  // A closed connection also ends the reading of rows. The response has started, so there is no error to
  // send.
  await pipeline(Readable.from(kinds[kind].chunks(table)), res).catch((error: unknown) => {
    if (!res.destroyed) res.destroy(asError(error));
  });
}

/**
 * Creates the download endpoints: `GET .../download/csv|xlsx` with a bearer token, and `POST` for a one-use
 * URL.
 */
export function downloads({ operations, tickets, contextOf, now }: DownloadDeps): Endpoint[] {
  const byPath = new Map(
    operations.filter(([route]) => route.download).map((entry) => [entry[0].path, entry] as const),
  );
  const findRoute = (path: string): readonly [Route, Operation] => {
    const entry = byPath.get(path);
    if (!entry) throw notFound();
    return entry;
  };
  const files = [...byPath].flatMap(([list, [route, operation]]) =>
    keysOf(kinds).flatMap((kind): Endpoint[] => {
      const path = `${list}/download/${kind}`;
      return [
        {
          method: 'get',
          path,
          handler: async (req, res) => {
            await send(res, await exportTable(route, operation, req.query, contextOf(req), now()), kind);
          },
        },
        {
          method: 'post',
          path,
          handler: async (req, res) => {
            const context = contextOf(req);
            const actor = signedIn(context);
            const parameters = { ...req.query, ...(isRecord(req.body) ? req.body : {}) };
            if (JSON.stringify(parameters).length > PARAMETERS_MAX)
              throw new Failure('CONTENT_TOO_LARGE', 'bodyTooLarge');
            // Rejects now what the one-use URL would reject later.
            await validateExport(route, operation, parameters, context, now());
            const token = await tickets.issue(actor, { path, parameters });
            res.status(201).json({ url: `${req.baseUrl}/downloads/${token}`, expires_in: 60 });
          },
        },
      ];
    }),
  );
  const redeem: Endpoint = {
    method: 'get',
    path: '/downloads/{token}',
    // Link checkers and download managers send HEAD first; it must not use up the URL.
    head: false,
    handler: async (req, res) => {
      const redeemed = await tickets.redeem(String(req.params.token));
      if (!redeemed) throw notFound();
      const { actor, ticket } = redeemed;
      const kind = ticket.path.split('/').at(-1) ?? '';
      if (!isKind(kind)) throw notFound();
      const [route, operation] = findRoute(ticket.path.slice(0, -`/download/${kind}`.length));
      await send(
        res,
        await exportTable(route, operation, ticket.parameters, { ...contextOf(req), actor }, now()),
        kind,
      );
    },
  };
  return [...files, redeem];
}
