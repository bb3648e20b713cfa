import { LIVE_MINUTES, liveKinds, type LiveKind } from '../../../shared/catalog/live';
import { recordOf } from '../../../shared/records';
import { fromIndex } from '../../db/condition';
import type { Database } from '../../db/database';
import { logs, type LogName } from '../logs';

interface LiveLog {
  readonly log: LogName;
  /** Field with the row's key; `id` by default. */
  readonly key?: string;
  /** Index over product and time. */
  readonly index: string;
  /** Field with the row's ad. */
  readonly ad?: string;
  /** Columns whose change makes the row pass again, such as its ad once it is derived. */
  readonly state?: readonly string[];
}

const CV_STATE = ['last_ad_id', 'touch_count', 'excluded_reason', 'amended_sen', 'cancelled'];
const POSTBACK_STATE = ['result_status', 'attempts'];

/** Where the rows of each kind are stored. */
export const LIVE_LOGS: Readonly<Record<LiveKind, LiveLog>> = {
  click: { log: 'interactions', index: 'ix_interaction_time', ad: 'adId' },
  view: { log: 'accesses', index: 'ix_access_time', ad: 'adId', state: ['ad_id'] },
  cv: { log: 'conversions', key: 'rowId', index: 'ix_conversion_time', ad: 'lastCvAdId', state: CV_STATE },
  result: { log: 'results', index: 'ix_result_time', ad: 'adId', state: ['approval_status'] },
  postback: { log: 'resultQueue', index: 'ix_postback_time', ad: 'adId', state: POSTBACK_STATE },
  rejected: { log: 'refusedEvents', index: 'ix_bad_event_product' },
};

const WINDOW_MS = LIVE_MINUTES * 60_000;
/** Rows per kind and read. More new rows at once are counted as "at least". */
const MAX_ROWS = 2000;
/** Usual reads look back this far: rows are stored a moment after their time. */
const OVERLAP_MS = 30_000;
/** Every so many reads look back over the whole window, for rows that are stored late. */
const FULL_EVERY = 20;

/** Row of the live view, without its content. */
export interface LiveItem {
  readonly kind: LiveKind;
  readonly key: string | number;
  readonly time: number;
  readonly state: string;
  /** Whether a row that passed before has changed. */
  readonly isChange: boolean;
  /** The read that found it so. */
  readonly readAt: number;
}

/** Rows that a read found new or changed. */
export interface LiveNews {
  readonly items: readonly LiveItem[];
  /** Whether there were more than a read returns. */
  readonly more: boolean;
  /** The read: epoch milliseconds, greater than those of earlier ones. */
  readonly at: number;
}

/** The last 30 minutes of a product: finds new rows by their time, through indexes. */
export class LiveWindow {
  private seen: Record<LiveKind, ReadonlyMap<string, LiveItem>> = recordOf(liveKinds, () => new Map());
  private reads = 0;
  private readAt = 0;

  constructor(
    private readonly db: Database,
    private readonly productId: number,
    private readonly now: () => number,
  ) {}

  /** Returns the rows of the last 30 minutes that were read. */
  items(): LiveItem[] {
    const from = this.now() - WINDOW_MS;
    return liveKinds.flatMap((kind) => [...this.seen[kind].values()]).filter(({ time }) => time >= from);
  }

  /** Reads the rows that were stored or changed since the last read. */
  async read(): Promise<LiveNews> {
    const isFull = this.reads % FULL_EVERY === 0;
    const at = Math.max(this.now(), this.readAt + 1);
    this.readAt = at;
    const found = await Promise.all(liveKinds.map((kind) => this.readKind(kind, isFull, at)));
    this.reads += 1;
    return { items: found.flat(), more: found.some(({ length }) => length === MAX_ROWS), at };
  }

  private async readKind(kind: LiveKind, isFull: boolean, readAt: number): Promise<LiveItem[]> {
    const { log, index, state: columns = [] } = LIVE_LOGS[kind];
    const { table, time, fields } = logs[log];
    const timeSql = fields[time]?.source?.sql ?? '';
    const states = columns.map((name, place) => `, e.${name} AS s${place}`).join('');
    const rows = await this.db.read<Record<string, string | number | null>>(
      `SELECT e.id AS id, ${timeSql} AS at${states} FROM ${fromIndex(this.db.dialect, table, index)}
        WHERE e.product_id = ? AND ${timeSql} > ? ORDER BY ${timeSql} DESC LIMIT ?`,
      [this.productId, this.now() - (isFull ? WINDOW_MS : OVERLAP_MS), MAX_ROWS],
    );
    const before = this.seen[kind];
    const items = rows.map(({ id, at, ...row }): LiveItem => {
      const known = before.get(String(id));
      const state = columns.map((_, place) => row[`s${place}`]).join();
      const isChange = known !== undefined;
      return known?.state === state
        ? known
        : { kind, key: id ?? '', time: Number(at), state, isChange, readAt };
    });
    const entries = items.map((item) => [String(item.key), item] as const);
    // A full read replaces everything: older rows have left the window.
    this.seen[kind] = new Map(isFull ? entries : [...before, ...entries]);
    return items.filter((item) => item.readAt === readAt);
  }
}
