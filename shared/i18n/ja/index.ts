import { first } from './first';
import { guide } from './guide';
import { management } from './management';
import { signedIn } from './signed-in';
import { summing } from './summing';

/** All console texts in Japanese. The other languages must have the same keys. */
export const ja = { ...first, ...guide, ...management, ...signedIn, ...summing };
