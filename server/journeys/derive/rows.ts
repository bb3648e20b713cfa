/** Columns of `interaction` that derivation reads. */
export interface InteractionRow {
  id: string;
  time: number;
  day: number;
  visitor_id: string;
  ad_id: number;
  redirect_id: number;
  lpo_entry_id: number;
  tracking_term: number;
  access_id: string | null;
  landing_url: string | null;
  excluded_reason: string | null;
  counted: number;
  first_touch: number;
  reference_id: string | null;
}

export const INTERACTION_SQL = `SELECT id, time, day, visitor_id, ad_id, redirect_id, lpo_entry_id, tracking_term, access_id,
    CASE WHEN access_id IS NULL THEN NULL ELSE landing_url END AS landing_url,
    excluded_reason, counted, first_touch, reference_id
  FROM interaction`;

/** Columns of `access` that derivation reads. */
export interface ViewRow {
  id: string;
  time: number;
  day: number;
  visitor_id: string;
  excluded_reason: string | null;
  interaction_id: string | null;
  ad_id: number;
  redirect_id: number;
  lpo_entry_id: number;
}

export const VIEW_SQL = `SELECT id, time, day, visitor_id, excluded_reason, interaction_id, ad_id, redirect_id, lpo_entry_id
  FROM access`;

/** Columns of a conversion that derivation needs, stored or not: inputs of its path and derived values. */
export interface NewConversionRow {
  /** Absent before it is stored. */
  id?: number;
  event_id: string;
  time: number;
  day: number;
  visitor_id: string;
  by_user: number;
  user_id: string | null;
  cv_setting_id: number;
  cv_type: number;
  cv_slot: number;
  amount_sen: number;
  device: number;
  tracking_term: number;
  excluded_reason: string | null;
  repeated: number;
  previous_time: number | null;
  touch_count: number;
  cut_from: number;
  first_ad_id: number;
  last_ad_id: number;
  last_interaction_id: string | null;
  performance_ad_id: number;
  performance_interaction_id: string | null;
  latency_ms: number | null;
}

/** Columns of `conversion` that derivation reads. */
export interface ConversionRow extends NewConversionRow {
  id: number;
}

export const DERIVED_OF_CONVERSION = [
  'repeated',
  'previous_time',
  'touch_count',
  'cut_from',
  'first_ad_id',
  'last_ad_id',
  'last_interaction_id',
  'performance_ad_id',
  'performance_interaction_id',
  'latency_ms',
] as const;

export const CONVERSION_SQL = `SELECT id, event_id, time, day, visitor_id, by_user, user_id, cv_setting_id, cv_type, cv_slot, amount_sen,
    device, tracking_term, excluded_reason, ${DERIVED_OF_CONVERSION.join(', ')}
  FROM conversion`;

/** A counted interaction as paths need it. */
export interface TouchRow {
  id: string;
  time: number;
  visitor_id: string;
  ad_id: number;
  device: number;
  redirect_id: number;
  lpo_entry_id: number;
  performance_flag: number;
}

export const TOUCH_SQL = `SELECT id, time, visitor_id, ad_id, device, redirect_id, lpo_entry_id, performance_flag
  FROM interaction`;

/** A row of `conversion_touch`, with columns in the order of TOUCH_COLUMNS. */
export type StoredTouch = Record<(typeof TOUCH_COLUMNS)[number], string | number | null>;

export const TOUCH_COLUMNS = [
  'product_id',
  'day',
  'conversion_id',
  'class',
  'pos',
  'n',
  'interaction_id',
  'ad_id',
  'device',
  'redirect_id',
  'lpo_entry_id',
  'touched_at',
  'cv_setting_id',
  'cv_type',
  'cv_slot',
  'amount_sen',
  'is_last',
  'counts_indirect',
  'counts_indirect_total',
  'latency_ms',
  'share_1',
  'share_2',
  'share_3',
  'share_4',
  'share_5',
] as const;
