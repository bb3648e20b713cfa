import type { Logger } from 'pino';
import { isDatabaseAway } from '../../db/transient-error';
import type { IncomingEvent } from '../../journeys';

/** What the page is to fire, and whether something is not known yet, so that it should ask again. */
export interface TagsFound {
  tags: string[];
  waiting: boolean;
}

/** One reason why a page gets tags. A source gives each of its tags to one answer only, or again where nobody had that. */
export interface TagSource {
  /**
   * @param events stored, now or before: a page that asks again sends what it has sent
   * @param unanswered those of them that say that no page had their answer: what it gave may be given again
   */
  tagsOf(events: readonly IncomingEvent[], unanswered: ReadonlySet<IncomingEvent>): Promise<TagsFound>;
}

/** The tags of an answer of `/collect`, collected from all their sources. */
export class AnswerTags {
  /** @param patienceMs after which the page is told to ask again instead */
  constructor(
    private readonly sources: readonly TagSource[],
    private readonly patienceMs: number,
    private readonly log: Logger,
  ) {}

  /** Never fails: the events are stored, and that is what the answer says. */
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
