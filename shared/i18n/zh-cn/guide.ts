import { onboarding } from './onboarding';
import { palette } from './palette';

/** Texts of the palette, the shortcut sheet and the first steps; loaded with them. */
export const guide = { onboarding, palette };
