import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { Router, type Request, type Response } from 'express';
import { isKeyOf, isRecord, keysOf } from '../../shared/records';
import { Failure, notFound } from '../auth/failure';
import type { DownloadTickets } from '../auth/download-tickets';
import { begun } from '../export/begun';
import { csvChunks } from '../export/csv';
import { xlsxChunks } from '../export/xlsx';
import { signedIn, type ApiContext } from '../graphql/context';
import { asError } from '../errors';
import type { ExportTable } from './exported';
import { exportTable, judgeExport } from './export-table';
import type { Operation } from './operation';
import type { Route } from './routes';

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

/** The header that names a file, after RFC 6266: what is beyond ASCII stands in it a second time. */
function attachmentOf(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded}`}`;
}

/**
 * Sends a file. Its first row is read before it begins, so that what keeps rows from being read is answered in words.
 * @throws ReadTimeLimitError, DatabaseAwayError
 */
async function send(res: Response, { rows, ...about }: ExportTable, kind: Kind): Promise<void> {
  const table = { ...about, rows: await begun(rows) };
  res.set({ 'Content-Type': kinds[kind].type, 'Content-Disposition': attachmentOf(`${table.name}.${kind}`) });
  // A reader that goes away ends the reading of rows too; what was sent can't be taken back.
  await pipeline(Readable.from(kinds[kind].chunks(table)), res).catch((error: unknown) => {
    if (!res.destroyed) res.destroy(asError(error));
  });
}

/** `GET .../download/csv|xlsx` with a bearer; `POST` to the same gives an address that opens it once. */
export function downloads({ operations, tickets, contextOf, now }: DownloadDeps): Router {
  const router = Router();
  const byPath = new Map(
    operations.filter(([route]) => route.download).map((entry) => [entry[0].path, entry] as const),
  );
  const found = (path: string): readonly [Route, Operation] => {
    const entry = byPath.get(path);
    if (!entry) throw notFound();
    return entry;
  };
  for (const [path, [route, operation]] of byPath) {
    for (const kind of keysOf(kinds)) {
      const address = `${path}/download/${kind}`;
      router.get(address, async (req, res) => {
        await send(res, await exportTable(route, operation, req.query, contextOf(req), now()), kind);
      });
      router.post(address, async (req, res) => {
        const context = contextOf(req);
        const actor = signedIn(context);
        const parameters = { ...req.query, ...(isRecord(req.body) ? req.body : {}) };
        if (JSON.stringify(parameters).length > PARAMETERS_MAX)
          throw new Failure('BAD_USER_INPUT', 'bodyTooLarge');
        // Refuses now what the address would refuse later.
        await judgeExport(route, operation, parameters, context, now());
        const token = await tickets.issue(actor, { path: address, parameters });
        res.status(201).json({ url: `${req.baseUrl}/downloads/${token}`, expires_in: 60 });
      });
    }
  }
  router.get('/downloads/:token', async (req, res) => {
    // A look at the head, as link checkers and download managers take it first, must not use the address up.
    if (req.method === 'HEAD') {
      res.set('Allow', 'GET');
      throw new Failure('METHOD_NOT_ALLOWED', 'methodNotAllowed');
    }
    const redeemed = await tickets.redeem(req.params.token);
    if (!redeemed) throw notFound();
    const { actor, ticket } = redeemed;
    const kind = ticket.path.split('/').at(-1) ?? '';
    if (!isKind(kind)) throw notFound();
    const [route, operation] = found(ticket.path.slice(0, -`/download/${kind}`.length));
    await send(
      res,
      await exportTable(route, operation, ticket.parameters, { ...contextOf(req), actor }, now()),
      kind,
    );
  });
  return router;
}
