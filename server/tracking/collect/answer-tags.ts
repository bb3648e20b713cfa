import type { Logger } from 'pino';
import { isDatabaseAway } from '../../db/transient-error';
import type { IncomingEvent } from '../../journeys';

/** Tags for a page to fire, and whether some are still pending so the page must ask again. */
export interface TagsFound {
  tags: string[];
  waiting: boolean;
}

/** One source of tags. It gives each tag to one answer only, or again if that answer reached no page. */
export interface TagSource {
  /**
   * @param events stored events, including earlier ones: a page that asks again resends its events
   * @param unanswered those whose answer reached no page; their tags may be given again
   */
  tagsOf(events: readonly IncomingEvent[], unanswered: ReadonlySet<IncomingEvent>): Promise<TagsFound>;
}

/** Collects the tags of a `/collect` answer from all sources. */
export class AnswerTags {
  /** @param patienceMs time after which the page has to ask again */
  constructor(
    private readonly sources: readonly TagSource[],
    private readonly patienceMs: number,
    private readonly log: Logger,
  ) {}

  /** Never fails: the answer confirms the stored events even if their tags fail. */
  async of(events: readonly IncomingEvent[], unanswered: ReadonlySet<IncomingEvent>): Promise<TagsFound> {
    const found = await Promise.all(this.sources.map((source) => this.ask(source, events, unanswered)));
    return { tags: found.flatMap(({ tags }) => tags), waiting: found.some(({ waiting }) => waiting) };
  }

  private async ask(
    source: TagSource,
    events: readonly IncomingEvent[],
    unanswered: ReadonlySet<IncomingEvent>,
  ): Promise<TagsFound> {
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise<TagsFound>((resolve) => {
      timer = setTimeout(() => resolve({ tags: [], waiting: true }), this.patienceMs);
    });
    const asked = source.tagsOf(events, unanswered).catch((error: unknown): TagsFound => {
      if (!isDatabaseAway(error))
        this.log.error({ err: error }, 'the tags of an answer could not be collected');
      return { tags: [], waiting: true };
    });
    return Promise.race([asked, timeUp]).finally(() => clearTimeout(timer));
  }
}
