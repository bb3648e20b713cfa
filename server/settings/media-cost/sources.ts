import { adNamings, makeMapping, type MediaMapping } from '../../../shared/catalog/media';
import { isRecord } from '../../../shared/records';
import { badInput } from '../../auth/failure';
import { execute, select } from '../../db/statements';
import type { Tx } from '../../db/database';
import type { AuditEntry } from '../../records/audit/record';

/** A source of files with its last column mapping. */
export interface Source {
  readonly id: number;
  readonly sourceName: string;
  readonly version: number;
  readonly mapping: MediaMapping | null;
}

/** Maximum number of sources per product. */
const MOST_SOURCES = 100;
const LONGEST = 255;

/** Parses a stored or sent mapping. */
export function readMapping(value: unknown): MediaMapping {
  const { adBy, ...columns } = isRecord(value) ? value : {};
  return makeMapping(columns, adNamings.find((naming) => naming === adBy) ?? 'name');
}

interface SourceRow {
  id: number;
  source_name: string;
  version: number;
  mapping: string | null;
}

/** Reads the sources of a product, ordered by name. */
export async function readSources(db: Pick<Tx, 'query'>, productId: number): Promise<Source[]> {
  const rows = await select<SourceRow>(db)`SELECT id, source_name, version, mapping FROM media_source
    WHERE product_id = ${productId} ORDER BY source_name, id`;
  return rows.map(({ id, source_name: sourceName, version, mapping }) => ({
    id,
    sourceName,
    version,
    mapping: mapping === null ? null : readMapping(JSON.parse(mapping)),
  }));
}

/** Normalizes the name of a source. @throws BAD_USER_INPUT naming `sourceName` */
export function sourceNameOf(text: string): string {
  const name = text.normalize('NFC').trim();
  if (name === '') throw badInput({ sourceName: { key: 'required' } });
  if (name.length > LONGEST) throw badInput({ sourceName: { key: 'maxLength', params: { count: LONGEST } } });
  return name;
}

/**
 * Saves a source's column mapping and creates the source if it is new. @throws BAD_USER_INPUT when there are
 * too many
 */
export async function saveSource(
  tx: Tx,
  productId: number,
  sourceName: string,
  mapping: MediaMapping,
  now: number,
): Promise<Source> {
  const sources = await readSources(tx, productId);
  const known = sources.find((one) => one.sourceName === sourceName);
  const text = JSON.stringify(mapping);
  if (known) {
    if (JSON.stringify(known.mapping) === text) return known;
    await execute(tx)`UPDATE media_source SET mapping = ${text}, version = version + 1, updated_at = ${now}
      WHERE id = ${known.id}`;
    return { ...known, mapping, version: known.version + 1 };
  }
  if (sources.length >= MOST_SOURCES)
    throw badInput({ sourceName: { key: 'tooMany', params: { count: MOST_SOURCES } } });
  const id = await tx.insert(
    'INSERT INTO media_source (version, created_at, updated_at, product_id, source_name, mapping) VALUES (1, ?, ?, ?, ?, ?)',
    [now, now, productId, sourceName, text],
  );
  return { id, sourceName, mapping, version: 1 };
}

/** Returns the audit entry of a change to a source's costs, or to a name in its files. */
export const sourceEntry = (
  { id: entityId, sourceName, version }: Source,
  productId: number,
  change: Pick<AuditEntry, 'action' | 'before' | 'after'>,
  name = '',
): AuditEntry => ({
  ...{ entity: 'mediaSource', entityId, productId, version, ...change },
  label: [sourceName, name].filter(Boolean).join(': '),
});
