import type { TagSettings } from '../tag-settings';

/** One event as `POST /collect` takes it. */
export interface TagEvent {
  type: 'view' | 'cv';
  product_id: number;
  event_id: string;
  visitor_id: string;
  url: string;
  referrer: string;
  interaction_id?: string | undefined;
  title?: string | undefined;
  cv_setting_id?: number | undefined;
  /** How many tags stand in the page: the setting may be that of another one's product. */
  tags?: number | undefined;
  amount?: number | undefined;
  user_id?: string | undefined;
  args?: unknown;
  other_key1?: string | undefined;
  other_key2?: string | undefined;
  other_key3?: string | undefined;
  time?: string | undefined;
  /** No page had the answer to it: its tags may have been given to one that was left. */
  unanswered?: boolean | undefined;
}

/** What `POST /collect` answers; `deferred`: kept, but not all tags are known yet. */
export interface CollectAnswer {
  /** Where the script's own are old. */
  settings?: TagSettings;
  tags?: string[];
  deferred?: boolean;
}
