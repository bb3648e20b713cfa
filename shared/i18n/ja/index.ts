import { first } from './first';
import { management } from './management';
import { overview } from './overview';

/** All texts of the console in Japanese; the other languages must have the same keys. */
export const ja = { ...first, ...management, overview };
