/** Ad platforms that take conversions, as APIs name them. */
export const platformKeys = [
  'google_data_manager',
  'google_file',
  'meta_conversions_api',
  'lineyahoo_display',
  'yahoo_search',
  'yahoo_search_file',
  'tiktok_events_api',
  'microsoft_uet_capi',
] as const;
export type PlatformKey = (typeof platformKeys)[number];

/** Returns whether a text is the key of a platform. */
export const isPlatformKey = (key: string): key is PlatformKey => platformKeys.some((known) => known === key);
