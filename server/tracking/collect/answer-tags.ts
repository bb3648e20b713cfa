import type { Logger } from 'pino';
import { isDatabaseAway } from '../../db/transient-error';
import type { IncomingEvent } from '../../journeys';

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
