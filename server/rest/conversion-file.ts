import type { Request } from 'express';
import { Failure, notFound } from '../auth/failure';
import { signedIn, type ApiContext } from '../services/context';
import type { Endpoint } from './endpoints';

const isOn = (value: unknown): boolean => value === '1' || value === 'true';

/**
 * Endpoint of the file of a sender: `again=1` repeats the last one, `retractions=1` has the conversions to take back.
 * The header `X-Rows` counts its conversions.
 */
export const conversionFileEndpoint = (contextOf: (req: Request) => ApiContext): Endpoint => ({
  method: 'get',
  path: '/conversion_senders/{id}/file',
  head: false,
  handler: async (req, res) => {
    const { services, client, actor: reader } = contextOf(req);
    const actor = signedIn(contextOf(req));
    // It marks the conversions, although it is a GET.
    if (reader?.reading) throw new Failure('FORBIDDEN', 'readingOnly');
    const id = String(req.params.id);
    if (!/^[1-9]\d{0,9}$/.test(id)) throw notFound();
    const options = { again: isOn(req.query.again), retractions: isOn(req.query.retractions) };
    const file = await services.conversionSending.file(actor, Number(id), options, client);
    res.set({
      'Content-Type': 'text/csv',
      'Content-Disposition': `attachment; filename="${file.fileName}"`,
      'X-Rows': String(file.rows),
    });
    res.end(Buffer.from(file.content, 'base64'));
  },
});
