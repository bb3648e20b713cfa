/** What one product's tag works by; served in front of the script. Names are short: every page loads them. */
export interface TagSettings {
  product: number;
  /** Address of the tracking side, without a slash at the end. */
  tracker: string;
  /** The product's own domain and its sender domains, in normal form. */
  domains: string[];
  /** Domains from which a visitor id in the URL is taken over. */
  senders: string[];
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
