import type { TagSettings } from '../tag-settings';

/** Settings of one product, added around the script when it is served. */
declare const IC_SETTINGS: TagSettings;

export const settings: TagSettings = IC_SETTINGS;
