import DataLoader from 'dataloader';
import type { NewAndExistingEvaluation } from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import type { Services } from '../composition/services';
import type { Row } from '../crud/list-spec';
import type { ListService } from '../crud/list.service';
import { NO_EXTENT, type PathExtent, type PathTouch } from '../logs/conversion-path';

type Wanted = ReadonlySet<string> | null;
type Evaluation = NewAndExistingEvaluation | null;

/** A relation from rows of one list to those of another, found by a number that both know. */
interface Relation {
  readonly list: (services: Services) => ListService;
  /** Field of the rows found that holds the number. */
  readonly by: string;
}

/** The relations between settings. */
const relations = {
  redirectsOfAd: { list: ({ redirects }) => redirects, by: 'adId' },
  adOfRedirect: { list: ({ ads }) => ads, by: 'id' },
  cvSettingsOfProduct: { list: ({ cvSettings }) => cvSettings, by: 'productId' },
} as const satisfies Record<string, Relation>;

export type RelationName = keyof typeof relations;

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)];

/** Loaders by what their answers depend on. */
type Made<T> = Map<string, DataLoader<number, T>>;

function load<T>(made: Made<T>, key: string, id: number, read: (ids: readonly number[]) => Promise<(id: number) => T>): Promise<T> {
  let loader = made.get(key);
  if (!loader) {
    const batch = async (ids: readonly number[]): Promise<T[]> => {
      const found = await read(distinct(ids));
      return ids.map(found);
    };
    loader = new DataLoader<number, T>(batch, { cache: false });
    made.set(key, loader);
  }
  return loader.load(id);
}

/**
 * Reads relations of many rows at once: what is asked for in the same moment becomes one query. Made for one
 * request and its actor, so that no row ever reaches another's answer; the services check every right anew.
 * Nothing is kept from one moment to the next: a mutation may have changed it.
 */
export class Loaders {
  private readonly relations: Made<Row[]> = new Map();
  private readonly paths: Made<readonly PathTouch[]> = new Map();
  private readonly extents: Made<PathExtent> = new Map();

  constructor(
    private readonly services: Services,
    private readonly actor: Actor,
  ) {}

  /** The rows of a relation, in the order of their keys; `wanted` names the fields to read (null: all). */
  related(name: RelationName, id: number, wanted: Wanted): Promise<Row[]> {
    const { list, by }: Relation = relations[name];
    return load(this.relations, `${name} ${wanted ? [...wanted].sort().join() : '*'}`, id, async (ids) => {
      const rows = new Map<unknown, Row[]>(ids.map((one) => [one, []]));
      for (const row of await list(this.services).related(this.actor, by, ids, wanted)) rows.get(row[by])?.push(row);
      return (one) => rows.get(one) ?? [];
    });
  }

  /** The touches of a conversion's path, oldest first. */
  path(conversionId: number, evaluation: Evaluation): Promise<readonly PathTouch[]> {
    return load(this.paths, String(evaluation), conversionId, async (ids) => {
      const paths = await this.services.conversionPaths.paths(this.actor, ids, evaluation);
      return (id) => paths.get(id) ?? [];
    });
  }

  /** Length and latency of that path. */
  extent(conversionId: number, evaluation: Evaluation): Promise<PathExtent> {
    return load(this.extents, String(evaluation), conversionId, async (ids) => {
      const extents = await this.services.conversionPaths.extents(this.actor, ids, evaluation);
      return (id) => extents.get(id) ?? NO_EXTENT;
    });
  }
}
