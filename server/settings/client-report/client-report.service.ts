import { z } from 'zod';
import type { Actor } from '../../auth/actor';
import { allOf, oneOf } from '../../db/condition';
import { readJson } from '../../db/columns';
import type { Database } from '../../db/database';
import { ofUsers } from '../../records/masks';
import { ClientReport } from './client-report.entity';

const partsSchema = z.array(z.object({ viewId: z.number(), comment: z.string().nullish().default(null) }));

/** A view in a client report, with the sender's comment. */
export type ClientReportPart = z.infer<typeof partsSchema>[number];

/** Reads the parts of a client report: entries of an input, or the stored JSON. */
export const readParts = (parts: unknown): ClientReportPart[] =>
  typeof parts === 'string' ? readJson(partsSchema, parts) : partsSchema.parse(parts ?? []);

const guard = ofUsers(new Set(['companyId', 'productId']));

/** Returns a client report; null if it does not exist or the actor may not open it. */
export async function findClientReport(db: Database, actor: Actor, id: number): Promise<ClientReport | null> {
  const { sql, params } = allOf([oneOf('e.id', [id]), ...guard(actor, null, null)]);
  const [row] = await db.read<{ id: number }>(`SELECT e.id FROM client_report e WHERE ${sql}`, params);
  return row ? db.reader.getRepository(ClientReport).findOneBy({ id }) : null;
}
