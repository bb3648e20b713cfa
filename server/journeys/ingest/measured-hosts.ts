import { listEntries } from '../../../shared/settings/fields/formats';
import type { Tx } from '../../db/database';
import { hostOf, isUnderDomain, normalDomain, ownDomain } from '../../platform/hosts';

/** Settings of a product that decide which hosts are measured. */
export interface HostSettings {
  readonly measuredHostsOnly: boolean;
  readonly domain: string | null;
  /** The crossdomain settings. */
  readonly senderDomains: readonly string[];
  /** Comma-separated. */
  readonly moreHosts: string | null;
}

/** Hosts of a product whose pages are measured. */
export interface MeasuredHosts {
  /** Whether events from other hosts are excluded. */
  readonly only: boolean;
  /** Returns whether a host belongs to the product. */
  has(host: string): boolean;
  /** Returns whether an event of the tag on this page is excluded. An event without a page is not. */
  excludes(page: string | null): boolean;
}

/** Compiles the measured hosts (domain.md section 8, rule 7). */
export function measuredHosts({
  measuredHostsOnly,
  domain,
  senderDomains,
  moreHosts,
}: HostSettings): MeasuredHosts {
  const domains = [ownDomain(domain), ...senderDomains.map(normalDomain)];
  const more = new Set(listEntries(moreHosts).map(normalDomain));
  const has = (given: string): boolean => {
    const host = given.replace(/\.$/, '');
    return domains.some((known) => isUnderDomain(host, known)) || more.has(host);
  };
  const only = measuredHostsOnly && (domains.some(Boolean) || more.size > 0);
  return { only, has, excludes: (page) => only && page !== null && !has(hostOf(page)) };
}

/** Reads the measured hosts of a product. */
export async function readMeasuredHosts(tx: Pick<Tx, 'query'>, productId: number): Promise<MeasuredHosts> {
  const [product] = await tx.query<{
    product_domain: string | null;
    measured_hosts_only: number;
    more_hosts: string | null;
  }>('SELECT product_domain, measured_hosts_only, more_hosts FROM product WHERE id = ?', [productId]);
  const domains = await tx.query<{ sender_domain: string }>(
    'SELECT sender_domain FROM crossdomain WHERE product_id = ?',
    [productId],
  );
  return measuredHosts({
    measuredHostsOnly: Boolean(product?.measured_hosts_only),
    domain: product?.product_domain ?? null,
    senderDomains: domains.map((row) => row.sender_domain),
    moreHosts: product?.more_hosts ?? null,
  });
}
