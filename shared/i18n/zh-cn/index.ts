import type { ja } from '../ja';
import type { Texts } from '../texts';
import { common } from './common';
import { enums } from './enums';
import { explorer } from './explorer';
import { frame } from './frame';
import { measures } from './measures';
import { menu } from './menu';
import { report } from './report';
import { session } from './session';

export const zhCn: Texts<typeof ja> = { common, enums, explorer, frame, measures, menu, report, session };
