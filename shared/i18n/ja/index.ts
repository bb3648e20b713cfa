import { first } from './first';
import { guide } from './guide';
import { management } from './management';
import { signedIn } from './signed-in';
import { summing } from './summing';

/** All texts of the console in Japanese; the other languages must have the same keys. */
export const ja = { ...first, ...guide, ...management, ...signedIn, ...summing };
