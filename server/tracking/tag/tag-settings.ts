/** What one product's tag works by; served in front of the script. Names are short: every page loads them. */
export interface TagSettings {
  product: number;
  /** Tells these settings from others of the product. */
  version: string;
  /** Address of the tracking side, without a slash at the end. */
  tracker: string;
  /** The product's own domains and its sender domains, in normal form: the visitor id goes between them in links. */
  domains: string[];
  cvs: TagCvSetting[];
}

export interface TagCvSetting {
  id: number;
  /** 1 URL, 2 URL + referrer, 3 button click. */
  when: number;
  /** 1 LAST, 0 MIDDLE. */
  last: number;
  url: string;
  ref: string;
}
