import type { first as ja } from '../ja/first';
import type { Texts } from '../texts';
import { common } from './common';
import { enums } from './enums';
import { frame } from './frame';
import { menu } from './menu';
import { session } from './session';

export const first: Texts<typeof ja> = { common, enums, frame, menu, session };
