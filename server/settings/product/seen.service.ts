import type { Actor } from '../../auth/actor';
import type { Database } from '../../db/database';
import { isCommonBrowser, listedVerdictOf, readMeasuredHosts, readSeen, SEEN } from '../../journeys';
import type { ListService } from '../../records/list.service';
import { textOrNull } from '../../records/row-values';

/** A host on whose pages the product's tag runs. */
export interface SeenHostCount {
  readonly host: string;
  readonly views: number;
  readonly cvs: number;
  /** Whether its events count today. */
  readonly measured: boolean;
  /** Whether it is one of the product's hosts. */
  readonly known: boolean;
}

/** A family of user agents that sent events. */
export interface SeenUserAgent {
  readonly family: string;
  readonly events: number;
  /** Whether its events are excluded as a robot's today. */
  readonly robot: boolean;
  readonly example: string;
  /** Whether its name is part of many other user agents, so that a list can't name it alone. */
  readonly common: boolean;
}

/** Hosts and user agents of a product's events in the last 30 days, the most frequent first. */
export interface ProductSeen {
  readonly hosts: readonly SeenHostCount[];
  readonly userAgents: readonly SeenUserAgent[];
}

/** Entries of each list. */
const MAX_ENTRIES = 200;

/** Reads the hosts and user agents of a product's events, judged by today's settings. */
export class ProductSeenService {
  constructor(
    private readonly db: Database,
    private readonly products: ListService,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns the hosts and user agents. @throws NOT_FOUND */
  async get(actor: Actor, productId: number): Promise<ProductSeen> {
    const product = await this.products.get(
      actor,
      productId,
      new Set(['id', 'peopleUserAgents', 'robotUserAgents']),
    );
    const [hosts, rows] = await Promise.all([
      readMeasuredHosts(this.db.readOnlyTx, productId),
      readSeen(this.db, productId, this.now()),
    ]);
    const listed = listedVerdictOf({
      people: textOrNull(product.peopleUserAgents),
      robots: textOrNull(product.robotUserAgents),
    });
    const ordered = [...rows].sort((a, b) => b.views + b.cvs - a.views - a.cvs);
    const ofKind = (kind: number) => ordered.filter((row) => row.kind === kind).slice(0, MAX_ENTRIES);
    return {
      hosts: ofKind(SEEN.HOST).map(({ name: host, views, cvs }) => {
        const known = hosts.has(host);
        return { host, views, cvs, measured: known || !hosts.only, known };
      }),
      userAgents: ofKind(SEEN.USER_AGENT).map(({ name: family, views: events, robot, example }) => ({
        family,
        events,
        // A long example may end before the name of the family.
        robot: listed(`${family} ${example ?? ''}`) ?? robot === 1,
        example: example ?? family,
        common: isCommonBrowser(family),
      })),
    };
  }
}
