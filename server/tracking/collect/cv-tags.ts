import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ResultMethod } from '../../../shared/catalog';
import { statusWord, compileTag, type ApprovalStatus } from '../../../shared/domain/results';
import { isDatabaseAway } from '../../db/transient-error';
import type { IncomingEvent, ConversionEvent } from '../../journeys';
import type { Database, Tx } from '../../db/database';
import { groupBy } from '../../platform/group-by';
import { execute, select, sql } from '../../db/statements';
import {
  isOfResult,
  readEffectiveSettings,
  POSTBACK_SOURCE_COLUMNS,
  templateValues,
  type PostbackSource,
} from '../../results';
import type { Snapshot } from '../snapshot/snapshot';

/** Tags for a page to fire, and whether some are still pending so the page must ask again. */
export interface PageTags {
  tags: string[];
  waiting: boolean;
}

/** One source of tags. It gives each tag to one answer only, or again if that answer reached no page. */
export interface TagSource {
  /**
   * @param events stored events, including earlier ones: a page that asks again resends its events
   * @param unanswered those whose answer reached no page; their tags may be given again
   */
  tagsOf(events: readonly IncomingEvent[], unanswered: ReadonlySet<IncomingEvent>): Promise<PageTags>;
}

/** Collects the tags of a `/collect` answer from all sources. */
export class AnswerTags {
  /** @param timeoutMs time after which the page has to ask again */
  constructor(
    private readonly sources: readonly TagSource[],
    private readonly timeoutMs: number,
    private readonly log: Logger,
  ) {}

  /** Never fails: the answer confirms the stored events even if their tags fail. */
  async of(events: readonly IncomingEvent[], unanswered: ReadonlySet<IncomingEvent>): Promise<PageTags> {
    const results = await Promise.all(
      this.sources.map((source) => this.collectFrom(source, events, unanswered)),
    );
    return { tags: results.flatMap(({ tags }) => tags), waiting: results.some(({ waiting }) => waiting) };
  }

  private async collectFrom(
    source: TagSource,
    events: readonly IncomingEvent[],
    unanswered: ReadonlySet<IncomingEvent>,
  ): Promise<PageTags> {
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise<PageTags>((resolve) => {
      timer = setTimeout(() => resolve({ tags: [], waiting: true }), this.timeoutMs);
    });
    const tags = source.tagsOf(events, unanswered).catch((error: unknown): PageTags => {
      if (!isDatabaseAway(error))
        this.log.error({ err: error }, 'the tags of an answer could not be collected');
      return { tags: [], waiting: true };
    });
    return Promise.race([tags, timeUp]).finally(() => clearTimeout(timer));
  }
}

/** Poll interval for created results. They usually exist within a second. */
const POLL_MS = 100;
/** A page keeps its conversions for a day, so it asks for their tags no longer than that. */
const ONE_DAY_MS = 24 * 60 * 60_000;

interface StoredConversion {
  readonly id: number;
  readonly event_id: string;
  readonly visitor_id: string;
  readonly time: number;
  readonly door: string;
  readonly excluded_reason: string | null;
  readonly results_made_at: number | null;
}

type TaggedResult = PostbackSource & {
  readonly approval_status: ApprovalStatus;
  readonly conversion_id: number;
  readonly tag_fired_at: number | null;
};

/** A conversion whose results exist. `again`: their tags may be given a second time. */
interface CompletedConversion {
  readonly conversionId: number;
  readonly again: boolean;
}

interface CvTagsDeps {
  db: Database;
  settings: { readonly current: Snapshot };
  /** After this time the request no longer waits for results. */
  timeoutMs: number;
  now: () => number;
}

/**
 * CV tags of ad networks. The page that converted gets them once the results of its conversion exist. A
 * result's tag is given once; a page that has to ask again gets it then. A page that the visitor leaves
 * before its answer fires nothing. The next page reports that and gets the tag again. The tag in the browser
 * makes sure that only the first page with the answer fires it.
 */
export class CvTags implements TagSource {
  constructor(private readonly deps: CvTagsDeps) {}

  async tagsOf(events: readonly IncomingEvent[], unanswered: ReadonlySet<IncomingEvent>): Promise<PageTags> {
    let pending = events
      .filter((event) => event.type === 'conversion')
      .filter((event) => this.mayHaveTag(event));
    const completed: CompletedConversion[] = [];
    const until = Date.now() + this.deps.timeoutMs - 2 * POLL_MS;
    while (pending.length > 0) {
      const state = await this.partition(pending, unanswered);
      completed.push(...state.completed);
      pending = state.pending;
      if (pending.length === 0 || Date.now() > until) break;
      await sleep(POLL_MS);
    }
    return { tags: await this.claim(completed), waiting: pending.length > 0 };
  }

  private mayHaveTag({ productId, atDoor }: ConversionEvent): boolean {
    if (atDoor?.excludedIp || atDoor?.foreignHost) return false;
    return this.deps.settings.current.products.get(productId)?.firesCvTags === true;
  }

  /** Separates conversions with results from those that still wait for them. */
  private async partition(
    events: readonly ConversionEvent[],
    unanswered: ReadonlySet<IncomingEvent>,
  ): Promise<{ completed: CompletedConversion[]; pending: ConversionEvent[] }> {
    const completed: CompletedConversion[] = [];
    const pending: ConversionEvent[] = [];
    for (const group of groupBy(
      events,
      ({ productId, cvSettingId }) => `${productId} ${cvSettingId}`,
    ).values()) {
      const stored = await this.stored(group);
      for (const event of group) {
        const row = stored.get(event.id);
        if (!row || !this.isOwn(row, event)) continue;
        if (row.results_made_at === null) pending.push(event);
        else completed.push({ conversionId: Number(row.id), again: unanswered.has(event) });
      }
    }
    return { completed, pending };
  }

  private async stored(events: readonly ConversionEvent[]): Promise<Map<string, StoredConversion>> {
    const [first] = events;
    if (!first) return new Map();
    const rows = await select<StoredConversion>(this.deps.db)`SELECT id, event_id, visitor_id, time, door,
      excluded_reason, results_made_at FROM conversion WHERE product_id = ${first.productId}
      AND cv_setting_id = ${first.cvSettingId} AND event_id IN ${events.map(({ id }) => id)}`;
    return new Map(rows.map((row) => [row.event_id, row]));
  }

  /**
   * Checks that the conversion belongs to the page: ids can be guessed, and a tag may contain a customer id.
   */
  private isOwn(row: StoredConversion, { visitorId }: ConversionEvent): boolean {
    return (
      row.door === 'collect' &&
      row.excluded_reason === null &&
      row.visitor_id === visitorId &&
      Number(row.time) >= this.deps.now() - ONE_DAY_MS
    );
  }

  /** Returns the tags of results that were not given yet or may be given again, and marks them as given. */
  private claim(completed: readonly CompletedConversion[]): Promise<string[]> {
    if (completed.length === 0) return Promise.resolve([]);
    const again = new Set(completed.flatMap(({ conversionId, again }) => (again ? [conversionId] : [])));
    return this.deps.db.write(async (tx) => {
      const candidates = await resultsByTag(
        tx,
        completed.map(({ conversionId }) => conversionId),
      );
      const results = candidates.filter(
        (result) => result.tag_fired_at === null || again.has(Number(result.conversion_id)),
      );
      const inForce = await readEffectiveSettings(
        tx,
        results.map(({ ad_id }) => ad_id),
        results.map(({ asp_id }) => asp_id),
      );
      const tagged = results.flatMap((result) => {
        const settings = inForce(result.ad_id, result.asp_id);
        const { approval_status: state } = result;
        return settings?.cvTag
          ? [
              {
                id: result.id,
                tag: compileTag(settings.cvTag),
                status: statusWord(settings.words[state], state),
              },
            ]
          : [];
      });
      const values = await templateValues(
        tx,
        tagged.map(({ id }) => id),
        tagged.flatMap(({ tag }) => tag.names.filter(isOfResult)),
      );
      await execute(tx)`UPDATE result SET tag_fired_at = ${this.deps.now()}
        WHERE id IN ${results.map(({ id }) => id)}`;
      return tagged.map(({ id, tag, status }) => tag.render({ ...values.get(id), status }));
    });
  }
}

function resultsByTag(tx: Tx, conversionIds: readonly number[]): Promise<TaggedResult[]> {
  const columns = [...POSTBACK_SOURCE_COLUMNS, 'approval_status', 'conversion_id', 'tag_fired_at'].join(', ');
  return select<TaggedResult>(tx)`SELECT ${sql(columns)} FROM result
    WHERE result_method = ${ResultMethod.CV_TAG} AND conversion_id IN ${conversionIds}
    ORDER BY id${sql(tx.needsLocks ? ' FOR UPDATE' : '')}`;
}
