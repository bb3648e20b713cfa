import { common } from './common';
import { enums } from './enums';
import { frame } from './frame';
import { menu } from './menu';
import { session } from './session';

/** Japanese texts that every page may need; they come with the first load. */
export const first = { common, enums, frame, menu, session };
