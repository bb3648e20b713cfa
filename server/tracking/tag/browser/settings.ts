import type { TagSettings } from '../tag-settings';

/** Put around the script when it is served: one product's settings. */
declare const IC_SETTINGS: TagSettings;

export const settings: TagSettings = IC_SETTINGS;
