import { common } from './common';
import { enums } from './enums';
import { frame } from './frame';
import { measures } from './measures';
import { menu } from './menu';
import { report } from './report';
import { session } from './session';

/** Japanese texts that every page may need; they come with the first load. */
export const first = { common, enums, frame, measures, menu, report, session };
