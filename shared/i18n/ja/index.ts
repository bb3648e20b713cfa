import { first } from './first';
import { management } from './management';
import { summing } from './summing';

/** All texts of the console in Japanese; the other languages must have the same keys. */
export const ja = { ...first, ...management, ...summing };
