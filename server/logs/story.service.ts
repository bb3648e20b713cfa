import type { Grant } from '../../shared/catalog';
import { badInput, notFound } from '../auth/failure';
import { withArchive } from '../db/archive/with-archive';
import { allOf, oneOf, type Condition } from '../db/condition';
import { afterPosition } from '../records/cursor';
import type { Actor } from '../auth/actor';
import { requireProduct, requireRight } from '../auth/permissions';
import type { Row } from '../records/list-definition';
import type { ListService } from '../records/list.service';
import { COUNT_CAP } from '../records/row-reader';
import type { Database } from '../db/database';
import { logs, type LogName } from './logs';

/** Position of an event in a story: time, index of its kind, key. */
type StoryPosition = readonly [time: number, kind: number, key: string | number];

/** Encodes a position as a cursor, which is valid only in the same order. */
const encodeStoryCursor = (newestFirst: boolean, position: StoryPosition): string =>
  Buffer.from(JSON.stringify([newestFirst, ...position])).toString('base64url');

function parseJson(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Decodes a cursor. @throws BAD_USER_INPUT when it does not belong to a story in this order */
function decodeStoryCursor(
  name: 'after' | 'before',
  text: string,
  newestFirst: boolean,
  kinds: number,
): StoryPosition {
  const [order, time, kind, key, ...more] = parseJson(text);
  const isKind = typeof kind === 'number' && Number.isInteger(kind) && kind >= 0 && kind < kinds;
  if (
    order !== newestFirst ||
    !Number.isSafeInteger(time) ||
    !isKind ||
    (typeof key !== 'string' && typeof key !== 'number') ||
    more.length > 0
  ) {
    throw badInput({ [name]: { key: 'invalidInput' } });
  }
  return [Number(time), kind, key];
}

/** Matches the rows of a kind after a position, forwards or backwards in time. */
function afterStoryPosition(
  [time, ofKind, key]: StoryPosition,
  kind: number,
  timeSql: string,
  forwards: boolean,
): Condition {
  if (kind === ofKind) return afterPosition([timeSql, 'e.id'], [time, key], forwards);
  const sameInstant = forwards === kind > ofKind;
  return { sql: `${timeSql} ${forwards ? '>' : '<'}${sameInstant ? '=' : ''} ?`, params: [time] };
}

/** A kind of visitor event, with the log that holds it. */
export interface StoryKind {
  readonly kind: string;
  readonly log: LogName;
  /** Whether an agency sees other agencies' events of this kind anonymously, because paths count them too. */
  readonly showsOthers?: boolean;
}

/**
 * The kinds of events in a visitor's story, in their order within the same instant: a contact comes before the
 * view of its landing page, then the conversion, then its results.
 */
const storyKinds = [
  { kind: 'contact', log: 'interactions', showsOthers: true },
  { kind: 'view', log: 'accesses' },
  { kind: 'conversion', log: 'conversions' },
  { kind: 'result', log: 'results' },
] as const satisfies readonly StoryKind[];

/** Parameters of a story page. */
interface StoryQuery {
  readonly productId: number;
  readonly visitorId: string;
  readonly newestFirst: boolean;
  readonly pageSize: number;
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
  /** Time to start at. */
  readonly at?: Date | null | undefined;
}

/** An event of a story: its row under the name of a row of its log, or null for another agency's event. */
export type StoryEvent = Readonly<Record<string, unknown>> & { readonly kind: string; readonly time: Date };

export interface Story {
  readonly results: readonly StoryEvent[];
  readonly counts: readonly { kind: string; count: number; countExact: boolean }[];
  readonly next: string | null;
  readonly previous: string | null;
}

/** Position of an event, with its kind. */
interface Moment {
  readonly position: StoryPosition;
  readonly kind: StoryKind;
}

/** A part of a story, and whether more events follow. */
interface Slice {
  readonly moments: readonly Moment[];
  readonly more: boolean;
}

const MAX_PAGE = 100;
const END = 'end';

/** Reads all known events of a visitor in order of time, limited to the actor's visibility. */
export class StoryService {
  private readonly kinds: readonly StoryKind[] = storyKinds;

  constructor(
    private readonly db: Database,
    private readonly logs: Readonly<Record<LogName, ListService>>,
  ) {}

  /**
   * Returns a page of a story. @throws NOT_FOUND when the visitor does not exist or the actor may see none of
   * its events
   */
  async read(actor: Actor, query: StoryQuery): Promise<Story> {
    const db = await withArchive(this.db, [query.productId]);
    return new StoryService(db, this.logs).readPage(actor, query);
  }

  private async readPage(actor: Actor, query: StoryQuery): Promise<Story> {
    const grant = requireRight(actor, 'logs', 'view');
    requireProduct(actor, query.productId);
    if (query.pageSize < 1) throw badInput({ pageSize: { key: 'minValue', params: { min: 1 } } });
    if (query.pageSize > MAX_PAGE)
      throw badInput({ pageSize: { key: 'maxValue', params: { max: MAX_PAGE } } });
    if (grant.scope === 'own') await this.requireOwn(actor, grant, query);
    const { newestFirst, pageSize } = query;
    const ending = query.before != null;
    // Refuse invalid cursors before any query.
    const bound = this.bound(query);
    const [counts, { moments, more }] = await Promise.all([
      this.counts(actor, grant, query),
      this.slice(actor, grant, query, bound, ending, pageSize),
    ]);
    if (counts.every(({ count }) => count === 0)) throw notFound();
    const page = ending ? [...moments].reverse() : moments;
    const textOf = (moment: Moment | undefined): string | null =>
      moment ? encodeStoryCursor(newestFirst, moment.position) : null;
    const precedes = ending
      ? more
      : query.after != null ||
        (query.at != null && (await this.hasEventsBefore(actor, grant, query, page[0])));
    return {
      results: await this.events(actor, query.productId, page),
      counts,
      next: (ending ? query.before !== END : more) ? textOf(page.at(-1)) : null,
      previous: precedes ? textOf(page[0]) : null,
    };
  }

  /** Returns the condition on a kind's rows for the requested start or end of the page. */
  private bound({
    after,
    before,
    at,
    newestFirst,
  }: StoryQuery): (kind: number, timeSql: string) => Condition | null {
    const given = [after, before, at].filter((one) => one != null);
    if (given.length > 1) throw badInput({ before: { key: 'invalidInput' } });
    if (at)
      return (_kind, time) => ({ sql: `${time} ${newestFirst ? '<=' : '>='} ?`, params: [at.getTime()] });
    const [name, text] = after != null ? (['after', after] as const) : (['before', before ?? END] as const);
    if (text === END) return () => null;
    const position = decodeStoryCursor(name, text, newestFirst, this.kinds.length);
    return (kind, time) => afterStoryPosition(position, kind, time, (name === 'after') !== newestFirst);
  }

  /**
   * Returns the conditions on the visitor's rows of a kind. @param own only visible rows; otherwise anonymous
   * rows of others too
   */
  private where(
    kind: StoryKind,
    actor: Actor,
    grant: Grant,
    { productId, visitorId }: StoryQuery,
    own: boolean,
  ): Condition[] {
    const { definition } = this.logs[kind.log];
    const seen: Grant = kind.showsOthers && !own ? { ...grant, scope: 'all' } : grant;
    const { where, sql = '' } = definition.filters?.visitorId ?? {};
    return [...definition.guard(actor, seen, [productId]), where?.([visitorId]) ?? oneOf(sql, [visitorId])];
  }

  private async requireOwn(actor: Actor, grant: Grant, query: StoryQuery): Promise<void> {
    for (const kind of this.kinds) {
      const where = allOf(this.where(kind, actor, grant, query, true));
      const rows = await this.db.read(
        `SELECT 1 AS one FROM ${this.logs[kind.log].definition.table} e WHERE ${where.sql} LIMIT 1`,
        where.params,
      );
      if (rows.length > 0) return;
    }
    throw notFound();
  }

  private counts(actor: Actor, grant: Grant, query: StoryQuery): Promise<Story['counts']> {
    return Promise.all(
      this.kinds.map(async (kind) => {
        const where = allOf(this.where(kind, actor, grant, query, false));
        const sql = `SELECT COUNT(*) AS n FROM (SELECT 1 AS one FROM ${this.logs[kind.log].definition.table} e WHERE ${where.sql} LIMIT ${COUNT_CAP + 1}) c`;
        const counts = await this.db.read<{ n: number | string }>(sql, where.params);
        const count = counts.reduce((sum, { n }) => sum + Number(n), 0);
        return { kind: kind.kind, count: Math.min(count, COUNT_CAP), countExact: count <= COUNT_CAP };
      }),
    );
  }

  /** Reads the next events of all kinds from a bound on. Each kind is read by its own index, one page at most. */
  private async slice(
    actor: Actor,
    grant: Grant,
    query: StoryQuery,
    bound: ReturnType<StoryService['bound']>,
    ending: boolean,
    size: number,
  ): Promise<Slice> {
    const forwards = ending === query.newestFirst;
    const direction = forwards ? 'ASC' : 'DESC';
    const ofKinds = await Promise.all(
      this.kinds.map(async (kind, number): Promise<Moment[]> => {
        const { table, time = '' } = this.logs[kind.log].definition;
        const within = bound(number, time);
        const where = allOf([...this.where(kind, actor, grant, query, false), ...(within ? [within] : [])]);
        const rows = await this.db.read<{ at: number | string; id: string | number }>(
          `SELECT ${time} AS at, e.id AS id FROM ${table} e WHERE ${where.sql} ORDER BY ${time} ${direction}, e.id ${direction} LIMIT ?`,
          [...where.params, size + 1],
        );
        return rows.map(({ at, id }) => ({ kind, position: [Number(at), number, id] }));
      }),
    );
    // Rows of one kind and place are sorted already, and the sort is stable.
    const sign = forwards ? 1 : -1;
    const all = ofKinds
      .flat()
      .sort((a, b) => sign * (a.position[0] - b.position[0] || a.position[1] - b.position[1]));
    return { moments: all.slice(0, size), more: all.length > size };
  }

  private async hasEventsBefore(
    actor: Actor,
    grant: Grant,
    query: StoryQuery,
    first: Moment | undefined,
  ): Promise<boolean> {
    if (!first) return true;
    const before = (kind: number, time: string): Condition =>
      afterStoryPosition(first.position, kind, time, query.newestFirst);
    return (await this.slice(actor, grant, query, before, true, 1)).moments.length > 0;
  }

  /** Loads the events' rows as their logs show them: masked, and null if the actor may not see them. */
  private async events(actor: Actor, productId: number, moments: readonly Moment[]): Promise<StoryEvent[]> {
    const rows = new Map<StoryKind, ReadonlyMap<string | number, Row>>();
    for (const kind of this.kinds) {
      const keys = moments.filter((moment) => moment.kind === kind).map(({ position }) => position[2]);
      rows.set(kind, keys.length > 0 ? await this.logs[kind.log].byKeys(actor, productId, keys) : new Map());
    }
    return moments.map(({ kind, position: [time, , key] }) => ({
      kind: kind.kind,
      time: new Date(time),
      [logs[kind.log].one]: rows.get(kind)?.get(key) ?? null,
    }));
  }
}
