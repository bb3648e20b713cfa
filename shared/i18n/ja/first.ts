import { common } from './common';
import { enums } from './enums';
import { frame } from './frame';
import { menu } from './menu';
import { session } from './session';

/** Japanese texts of all pages; part of the first load. */
export const first = { common, enums, frame, menu, session };
