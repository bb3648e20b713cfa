import type { ja } from '../ja';
import type { Texts } from '../texts';
import { common } from './common';
import { enums } from './enums';
import { explorer } from './explorer';
import { fields } from './fields';
import { dialog, form } from './form';
import { frame } from './frame';
import { list } from './list';
import { measures } from './measures';
import { menu } from './menu';
import { report } from './report';
import { session } from './session';
import { settings } from './settings';

export const zhCn: Texts<typeof ja> = { common, dialog, enums, explorer, fields, form, frame, list, measures, menu, report, session, settings };
