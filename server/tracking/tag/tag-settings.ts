import type { TagPage } from './page-pattern';

/** Settings of a product's tag, served before the script. Names are short because every page loads them. */
export interface TagSettings {
  product: number;
  /** Changes with the settings of the product. */
  version: string;
  /** Base URL of the tracking endpoints, without a trailing slash. */
  tracker: string;
  /** Normalized domains of the product and its senders; links between them carry the visitor id. */
  domains: string[];
  /** These and further hosts of the product, which share no visitor id by links. */
  hosts: string[];
  /** Registrable domains of all of these, on which cookies are set; browsers lack the list of suffixes. */
  sites: string[];
  cvs: TagCvSetting[];
}

export interface TagCvSetting {
  id: number;
  /** 1 URL, 2 URL + referrer, 3 button click. */
  when: number;
  /** 1 LAST, 0 MIDDLE. */
  last: number;
  url?: TagPage | undefined;
  /** Page that the visitor came from. */
  ref?: TagPage | undefined;
}
