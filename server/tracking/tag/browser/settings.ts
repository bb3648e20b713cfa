import type { TagSettings } from '../tag-settings';

/** Settings of one product, which replace this name when the script is served. */
declare const IC_SETTINGS: TagSettings;

export const settings: TagSettings = IC_SETTINGS;
