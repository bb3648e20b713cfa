/** One event as `POST /collect` takes it. */
export interface TagEvent {
  type: 'view' | 'cv';
  product_id: number;
  event_id: string;
  visitor_id: string;
  url: string;
  referrer: string;
  interaction_id?: string;
  title?: string;
  cv_setting_id?: number;
  amount?: number;
  user_id?: string;
  args?: unknown;
  other_key1?: string;
  other_key2?: string;
  other_key3?: string;
  time?: string;
}

/** What `POST /collect` answers; `deferred`: kept, but not all tags are known yet. */
export interface CollectAnswer {
  tags?: string[];
  deferred?: boolean;
}
