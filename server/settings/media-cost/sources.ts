import { CvCounting, CvDayBasis, enumValues, snakeCase } from '../../../shared/catalog';
import { adNamings, makeMapping, type MediaMapping } from '../../../shared/catalog/media';
import { ruleFields, usualRule, type MediaRule } from '../../../shared/catalog/media-rule';
import { isRecord, recordOf } from '../../../shared/records';
import { mediaRuleFields, validate } from '../../../shared/settings';
import { badInput, notFound } from '../../auth/failure';
import { execute, select } from '../../db/statements';
import type { Tx } from '../../db/database';
import { recordChange, type AuditEntry, type WriteContext } from '../../records/audit/record';
import { requireVersion } from '../../records/write/require-version';

/** A source of files with its last column mapping, and how its medium counts conversions. */
export interface Source extends MediaRule {
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
  cv_day_basis: number | null;
  click_window_days: number | null;
  counting: number | null;
  time_zone: string | null;
  counts_views: number | null;
  click_id: string | null;
}

/** Returns a source's own rule, completed by the usual one of its medium. */
const ruleOf = (row: SourceRow): MediaRule => {
  const usual = usualRule(row.source_name);
  const given = [row.cv_day_basis, row.counting];
  return {
    cvDayBasis: enumValues(CvDayBasis).find((value) => value === given[0]) ?? usual.cvDayBasis,
    clickWindowDays: row.click_window_days ?? usual.clickWindowDays,
    counting: enumValues(CvCounting).find((value) => value === given[1]) ?? usual.counting,
    timeZone: row.time_zone ?? usual.timeZone,
    countsViews: row.counts_views === null ? usual.countsViews : row.counts_views === 1,
    clickId: row.click_id ?? usual.clickId,
  };
};

/** Reads the sources of a product, ordered by name. */
export async function readSources(db: Pick<Tx, 'query'>, productId: number): Promise<Source[]> {
  const rows = await select<SourceRow>(db)`SELECT id, source_name, version, mapping, cv_day_basis,
    click_window_days, counting, time_zone, counts_views, click_id FROM media_source
    WHERE product_id = ${productId} ORDER BY source_name, id`;
  return rows.map(({ id, source_name: sourceName, version, mapping, ...row }) => ({
    id,
    sourceName,
    version,
    mapping: mapping === null ? null : readMapping(JSON.parse(mapping)),
    ...ruleOf({ ...row, id, version, mapping, source_name: sourceName }),
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
  return { id, sourceName, mapping, ...usualRule(sourceName), version: 1 };
}

const ruleIn = (source: Source) => recordOf(ruleFields, (field) => source[field]);

/** Sent fields of a rule; null resets a field to the medium's usual value. */
export type RuleInput = Readonly<Record<string, unknown>>;

/**
 * Stores the sent fields of a source's rule. @throws CONFLICT for a stale version, BAD_USER_INPUT naming each
 * wrong field
 */
export async function saveRule(
  context: WriteContext,
  productId: number,
  id: number,
  { version, ...input }: RuleInput,
): Promise<Source> {
  const { tx, at } = context;
  const find = async (): Promise<Source> => {
    const source = (await readSources(tx, productId)).find((one) => one.id === id);
    if (!source) throw notFound();
    return source;
  };
  const before = await find();
  await requireVersion(context, 'mediaSource', id, version, before.version);
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
  const { values, errors } = validate(mediaRuleFields, given, { partial: true });
  if (Object.keys(errors).length > 0) throw badInput(errors);
  const sets = ruleFields.filter((field) => input[field] !== undefined);
  if (sets.length === 0) return before;
  const stored = sets.map((field) => {
    const value = values[field] ?? null;
    return typeof value === 'string' || typeof value === 'number' || value === null ? value : Number(value);
  });
  await tx.execute(
    `UPDATE media_source SET ${sets.map((field) => `${snakeCase(field)} = ?`).join(', ')},
      version = version + 1, updated_at = ? WHERE id = ?`,
    [...stored, at.getTime(), id],
  );
  const after = await find();
  await recordChange(
    context,
    sourceEntry(after, productId, { action: 'update', before: ruleIn(before), after: ruleIn(after) }),
  );
  return after;
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
