import type { TagSettings } from '../tag-settings';

/** Event of `POST /collect`. */
export interface TagEvent {
  type: 'view' | 'cv';
  product_id: number;
  event_id: string;
  visitor_id: string;
  url: string;
  referrer: string;
  interaction_id?: string | undefined;
  title?: string | undefined;
  /** How the visitor came to the page. */
  nav?: string | undefined;
  /** Click ids of media in the page's URL. */
  click_ids?: Record<string, string> | undefined;
  cv_setting_id?: number | undefined;
  /** Number of tags in the page; the setting may belong to another tag's product. */
  tags?: number | undefined;
  amount?: number | string | undefined;
  user_id?: string | undefined;
  args?: unknown;
  other_key1?: string | undefined;
  other_key2?: string | undefined;
  other_key3?: string | undefined;
  /** The visitor's consent, and keys by which ad platforms recognise them. */
  consent?: string | undefined;
  hashed_email?: string | undefined;
  hashed_phone?: string | undefined;
  hashed_phone_digits?: string | undefined;
  fbp?: string | undefined;
  ly_su?: string | undefined;
  ly_r?: string | undefined;
  time?: string | undefined;
  /** Its answer reached no page: its tags may have been given to a page that was left. */
  unanswered?: boolean | undefined;
}

/** Answer of `POST /collect`; `deferred`: events are stored, but some tags are pending. */
export interface CollectAnswer {
  /** Sent if the script's settings are old. */
  settings?: TagSettings;
  tags?: string[];
  deferred?: boolean;
  /** The visitor id of the tracker's own cookie, which outlives this page's. */
  visitor_id?: string;
}
