import { gzipSync } from 'node:zlib';
import { trackerUrlOf } from '../../../shared/domain/delivery';
import type { LiveProduct, Snapshot } from '../snapshot/snapshot';
import { etagOf, tagFor, versionOf } from './tag-endpoint';
import { compilePage } from './page-pattern';
import type { TagSettings } from './tag-settings';

/** A product's script in the forms it is served. */
export interface BuiltTag {
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
}

/** Scripts of all products, built on first use after a settings change. */
export class LiveTags {
  private readonly cache = new Map<number, { settings: TagSettings; tag?: BuiltTag }>();
  private cachedFor: Snapshot | undefined;

  constructor(
    private readonly settings: { readonly current: Snapshot },
    /** Base URL of the tracking endpoints, without a trailing slash. */
    private readonly trackerUrl: string,
  ) {}

  /** Returns the script, plain and compressed. */
  of(product: LiveProduct): BuiltTag {
    const entry = this.entryOf(product);
    if (entry.tag) return entry.tag;
    const plain = Buffer.from(tagFor(entry.settings));
    return (entry.tag = { plain, gzip: gzipSync(plain, { level: 9 }), etag: etagOf(plain.toString()) });
  }

  /**
   * Returns newer settings for a script of another version, or undefined. Browsers cache a script for five
   * minutes.
   */
  newerThan(product: LiveProduct, version: string): TagSettings | undefined {
    const { settings } = this.entryOf(product);
    return settings.version === version ? undefined : settings;
  }

  private entryOf(product: LiveProduct): { settings: TagSettings; tag?: BuiltTag } {
    if (this.cachedFor !== this.settings.current) {
      this.cachedFor = this.settings.current;
      this.cache.clear();
    }
    const known = this.cache.get(product.id);
    if (known) return known;
    const entry = { settings: tagSettings(product, this.trackerUrl) };
    this.cache.set(product.id, entry);
    return entry;
  }
}

/** Builds a product's tag settings. CV settings without a URL fire on a click only. */
function tagSettings(product: LiveProduct, trackerUrl: string): TagSettings {
  const settings = {
    product: product.id,
    tracker: trackerUrlOf(trackerUrl, product.trackerHost),
    domains: product.domains,
    hosts: product.pageHosts,
    sites: product.sites,
    cvs: [...product.cvSettings.values()].map((setting) => ({
      id: setting.id,
      when: setting.condition,
      last: setting.cvType,
      url: compilePage(setting.cvUrl),
      ref: compilePage(setting.referrerUrl),
    })),
  };
  return { ...settings, version: versionOf(settings) };
}
