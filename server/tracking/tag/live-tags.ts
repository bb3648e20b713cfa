import { gzipSync } from 'node:zlib';
import type { LiveProduct, Snapshot } from '../snapshot/snapshot';
import { etagOf, tagFor, versionOf } from './build-tag';
import type { TagSettings } from './tag-settings';

/** A product's script in the forms it is served. */
export interface BuiltTag {
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
}

/** Scripts of all products, built on first use after a settings change. */
export class LiveTags {
  private readonly made = new Map<number, { settings: TagSettings; tag?: BuiltTag }>();
  private madeFor: Snapshot | undefined;

  constructor(
    private readonly settings: { readonly current: Snapshot },
    /** Base URL of the tracking endpoints, without a trailing slash. */
    private readonly trackerUrl: string,
  ) {}

  /** Returns the script, plain and compressed. */
  of(product: LiveProduct): BuiltTag {
    const made = this.madeOf(product);
    if (made.tag) return made.tag;
    const plain = Buffer.from(tagFor(made.settings));
    return (made.tag = { plain, gzip: gzipSync(plain, { level: 9 }), etag: etagOf(plain.toString()) });
  }

  /**
   * Returns newer settings for a script of another version, or undefined. Browsers cache a script for five
   * minutes.
   */
  newerThan(product: LiveProduct, version: string): TagSettings | undefined {
    const { settings } = this.madeOf(product);
    return settings.version === version ? undefined : settings;
  }

  private madeOf(product: LiveProduct): { settings: TagSettings; tag?: BuiltTag } {
    if (this.madeFor !== this.settings.current) {
      this.madeFor = this.settings.current;
      this.made.clear();
    }
    const known = this.made.get(product.id);
    if (known) return known;
    const made = { settings: tagSettings(product, this.trackerUrl) };
    this.made.set(product.id, made);
    return made;
  }
}

/** Builds a product's tag settings. CV settings without a URL fire on a click only. */
function tagSettings(product: LiveProduct, trackerUrl: string): TagSettings {
  const settings = {
    product: product.id,
    tracker: trackerUrl,
    domains: product.domains,
    cvs: [...product.cvSettings.values()].map((setting) => ({
      id: setting.id,
      when: setting.condition,
      last: setting.cvType,
      url: setting.cvUrl ?? '',
      ref: setting.referrerUrl ?? '',
    })),
  };
  return { ...settings, version: versionOf(settings) };
}
