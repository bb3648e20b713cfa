import DataLoader from 'dataloader';
import { allows, type NewAndExistingEvaluation } from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import type { Services } from './services';
import type { Row } from '../records/list-definition';
import type { ListService } from '../records/list.service';
import type { StoredAmendment } from '../logs/amendment.service';
import { NO_EXTENT, type PathExtent, type PathTouch } from '../logs/conversion-path';
import type { SendAttempt } from '../postbacks/conversions/conversion-sends.service';
import type { NotificationAttempt, ResultChange } from '../results/trail.service';

type FieldNames = ReadonlySet<string> | null;
type Evaluation = NewAndExistingEvaluation | null;

/** Relation from rows of one list to rows of another, by a shared number. */
interface Relation {
  readonly list: (services: Services) => ListService;
  /** Field of the related rows that holds the number. */
  readonly by: string;
}

/** Relations between settings. */
const relations = {
  redirectsOfAd: { list: ({ redirects }) => redirects, by: 'adId' },
  adOfRedirect: { list: ({ ads }) => ads, by: 'id' },
  cvSettingsOfProduct: { list: ({ cvSettings }) => cvSettings, by: 'productId' },
} as const satisfies Record<string, Relation>;

export type RelationName = keyof typeof relations;

type Id = number | string;
const distinct = <K extends Id>(ids: readonly K[]): K[] => [...new Set(ids)];

/** Loaders by a key of everything that their rows depend on. */
type LoaderMap<T, K extends Id = number> = Map<string, DataLoader<K, T>>;

function load<T, K extends Id>(
  loaders: LoaderMap<T, K>,
  key: string,
  id: K,
  read: (ids: readonly K[]) => Promise<(id: K) => T>,
): Promise<T> {
  let loader = loaders.get(key);
  if (!loader) {
    const batch = async (ids: readonly K[]): Promise<T[]> => {
      const results = await read(distinct(ids));
      return ids.map(results);
    };
    loader = new DataLoader<K, T>(batch, { cache: false });
    loaders.set(key, loader);
  }
  return loader.load(id);
}

/**
 * Reads relations of many rows at once: requests of the same tick become one query. An instance belongs to
 * one request and its actor, and the services check all rights, so rows never leak into other responses.
 * Nothing is cached across ticks, because a mutation can change the rows.
 */
export class Loaders {
  private readonly relations: LoaderMap<Row[]> = new Map();
  private readonly paths: LoaderMap<readonly PathTouch[]> = new Map();
  private readonly extents: LoaderMap<PathExtent> = new Map();
  private readonly amendmentLoaders: LoaderMap<readonly StoredAmendment[]> = new Map();
  private readonly changes: LoaderMap<readonly ResultChange[], string> = new Map();
  private readonly queued: LoaderMap<readonly Row[], string> = new Map();
  private readonly sendAttemptLoaders: LoaderMap<readonly SendAttempt[], string> = new Map();
  private readonly attemptLoaders: LoaderMap<readonly NotificationAttempt[], string> = new Map();

  constructor(
    private readonly services: Services,
    private readonly actor: Actor,
  ) {}

  /** Returns the related rows, in the order of their keys; `fields` names those to read (null: all). */
  related(name: RelationName, id: number, fields: FieldNames): Promise<Row[]> {
    const { list, by }: Relation = relations[name];
    return load(this.relations, `${name} ${fields ? [...fields].sort().join() : '*'}`, id, async (ids) => {
      const rows = new Map<unknown, Row[]>(ids.map((one) => [one, []]));
      for (const row of await list(this.services).related(this.actor, by, ids, fields))
        rows.get(row[by])?.push(row);
      return (one) => rows.get(one) ?? [];
    });
  }

  /** Returns the touches of a conversion's path, oldest first. */
  path(conversionId: number, evaluation: Evaluation): Promise<readonly PathTouch[]> {
    return load(this.paths, String(evaluation), conversionId, async (ids) => {
      const paths = await this.services.conversionPaths.paths(this.actor, ids, evaluation);
      return (id) => paths.get(id) ?? [];
    });
  }

  /** Returns the amendments of a conversion, oldest first. */
  amendments(rowId: number): Promise<readonly StoredAmendment[]> {
    return load(this.amendmentLoaders, '', rowId, async (ids) => {
      const amendments = await this.services.amendments.list(this.actor, ids);
      return (id) => amendments.get(id) ?? [];
    });
  }

  /** Returns the status changes of a result, oldest first. */
  history(resultId: string): Promise<readonly ResultChange[]> {
    return load(this.changes, '', resultId, async (ids) => {
      const results = await this.services.resultTrails.history(this.actor, ids);
      return (id) => results.get(id) ?? [];
    });
  }

  /** Returns the postbacks of a result, oldest first; none for an actor without access to the queue. */
  postbacks(resultId: string, fields: FieldNames): Promise<readonly Row[]> {
    return load(this.queued, fields ? [...fields].sort().join() : '*', resultId, async (ids) => {
      const rows = new Map<unknown, Row[]>(ids.map((id) => [id, []]));
      if (!allows(this.actor.grants.postbacks, 'view')) return () => [];
      for (const row of await this.services.resultQueue.related(this.actor, 'resultId', ids, fields))
        rows.get(row.resultId)?.push(row);
      return (id) => rows.get(id) ?? [];
    });
  }

  /** Returns the attempts of a postback, oldest first. */
  attempts(postbackId: string): Promise<readonly NotificationAttempt[]> {
    return load(this.attemptLoaders, '', postbackId, async (ids) => {
      const results = await this.services.resultTrails.attempts(this.actor, ids);
      return (id) => results.get(id) ?? [];
    });
  }

  /** Returns the attempts to send a conversion to an ad platform, oldest first. */
  sendAttempts(id: string): Promise<readonly SendAttempt[]> {
    return load(this.sendAttemptLoaders, '', id, async (ids) => {
      const attempts = await this.services.conversionSending.attempts(this.actor, ids);
      return (one) => attempts.get(one) ?? [];
    });
  }

  /** Returns length and latency of a conversion's path. */
  extent(conversionId: number, evaluation: Evaluation): Promise<PathExtent> {
    return load(this.extents, String(evaluation), conversionId, async (ids) => {
      const extents = await this.services.conversionPaths.extents(this.actor, ids, evaluation);
      return (id) => extents.get(id) ?? NO_EXTENT;
    });
  }
}
