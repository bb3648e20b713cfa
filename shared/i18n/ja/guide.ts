// Texts of the palette, the shortcut sheet and the first steps; loaded with them.
export { onboarding } from './onboarding';
export { palette } from './palette';
