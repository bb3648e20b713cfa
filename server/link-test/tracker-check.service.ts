import { randomBytes } from 'node:crypto';
import { lookup, resolveCname } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { trackerUrlOf } from '../../shared/domain/delivery';
import { REFUSED_ADDRESS } from '../../shared/domain/postback';
import type { Actor } from '../auth/actor';
import { requireRight } from '../auth/permissions';
import { attempt, operatorsReach, type Reach } from '../postbacks/request';
import type { ListService } from '../records/list.service';
import { textOrNull } from '../records/row-values';
import { hostOf, normalDomain, ownDomain, siteOf } from '../tracking/http/domains';
import { hostProof, PROOF_PATH } from '../tracking/http/host-proof';

/** Whether the tracking host leads to this installation. */
type HostState = 'here' | 'elsewhere' | 'no_name' | 'private' | 'no_answer';
/** What Safari does with the visitor cookie of the tracking host. */
type SafariState = 'durable' | 'other_site' | 'cname' | 'other_network' | 'unknown';

export interface TrackerCheck {
  readonly productId: number;
  readonly host: string;
  readonly state: HostState;
  readonly safari: SafariState;
}

/** Answers of the name servers. A name that they don't know has none. */
export interface Names {
  addresses(host: string): Promise<string[]>;
  /** Names that the host is an alias of, the next first. */
  aliases(host: string): Promise<string[]>;
}

const MAX_ALIASES = 5;

const dns: Names = {
  addresses: (host) =>
    lookup(host, { all: true }).then(
      (found) => found.map(({ address }) => address),
      () => [],
    ),
  async aliases(host) {
    const names: string[] = [];
    for (let name: string | undefined = host; name !== undefined && names.length < MAX_ALIASES;) {
      [name] = await resolveCname(name).catch(() => []);
      if (name !== undefined) names.push(normalDomain(name));
    }
    return names;
  },
};

/** Returns the first half of an address, which Safari compares: 16 bits, or 64 of IPv6. */
function network(address: string): string {
  const parsed = ipaddr.process(address.replace(/%.*$/, ''));
  return parsed
    .toByteArray()
    .slice(0, parsed.kind() === 'ipv4' ? 2 : 8)
    .join('.');
}

interface Deps {
  readonly products: ListService;
  readonly reach: Reach;
  readonly trackerUrl: string;
  readonly secret: string;
  readonly names?: Names;
}

const TIMEOUT_MS = 5000;

/** Checks where a product's tracking host leads and how long browsers keep its cookie. */
export class TrackerCheckService {
  constructor(private readonly deps: Deps) {}

  /** @throws FORBIDDEN, NOT_FOUND */
  async check(actor: Actor, productId: number): Promise<TrackerCheck> {
    requireRight(actor, 'products', 'edit');
    const fields = new Set(['trackerHost', 'productDomain', 'productUrl']);
    const product = await this.deps.products.get(actor, productId, fields);
    const url = trackerUrlOf(this.deps.trackerUrl, textOrNull(product.trackerHost));
    const host = hostOf(url);
    const site = hostOf(textOrNull(product.productUrl)) || ownDomain(textOrNull(product.productDomain));
    const [state, safari] = await Promise.all([this.stateOf(url), this.safariOf(host, site)]);
    return { productId, host, state, safari };
  }

  /** Asks the host for a proof. The operator's own host may be private; one that users set may not. */
  private async stateOf(url: string): Promise<TrackerCheck['state']> {
    const nonce = randomBytes(16).toString('hex');
    const { status, error, body } = await attempt(`${url}${PROOF_PATH}${nonce}`, {
      reach: url === this.deps.trackerUrl ? operatorsReach : this.deps.reach,
      idempotencyKey: nonce,
      timeoutMs: TIMEOUT_MS,
    });
    if (error === REFUSED_ADDRESS) return 'private';
    if (error === 'ENOTFOUND') return 'no_name';
    if (status === null) return 'no_answer';
    return body === hostProof(this.deps.secret, nonce) ? 'here' : 'elsewhere';
  }

  private async safariOf(host: string, site: string): Promise<TrackerCheck['safari']> {
    const { names = dns } = this.deps;
    if (site === '') return 'unknown';
    if (siteOf(host) !== siteOf(site)) return 'other_site';
    const [aliases, own, others] = await Promise.all([
      names.aliases(host),
      names.addresses(host),
      names.addresses(site),
    ]);
    if (aliases.some((name) => siteOf(name) !== siteOf(host))) return 'cname';
    if (own.length === 0 || others.length === 0) return 'unknown';
    return own.some((address) => others.some((other) => network(other) === network(address)))
      ? 'durable'
      : 'other_network';
  }
}
