import { onboarding } from './onboarding';
import { palette } from './palette';

/** Japanese texts of what helps along: the palette, the sheet of shortcuts, the first steps. They come with these. */
export const guide = { onboarding, palette };
