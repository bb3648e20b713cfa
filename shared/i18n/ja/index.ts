import { common } from './common';
import { enums } from './enums';
import { explorer } from './explorer';
import { frame } from './frame';
import { measures } from './measures';
import { menu } from './menu';
import { report } from './report';
import { session } from './session';

/** All texts of the console in Japanese; the other languages must have the same keys. */
export const ja = { common, enums, explorer, frame, measures, menu, report, session };
