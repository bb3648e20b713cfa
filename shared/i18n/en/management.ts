import type { management as ja } from '../ja/management';
import type { Texts } from '../texts';
import { explorer } from './explorer';
import { fields } from './fields';
import { dialog, form } from './form';
import { layout } from './layout';
import { list } from './list';
import { logs } from './logs';
import { networks } from './networks';
import { postback } from './postback';
import { rehearsal } from './rehearsal';
import { results } from './results';
import { settings } from './settings';

export const management: Texts<typeof ja> = { dialog, explorer, fields, form, layout, list, logs, networks, postback, rehearsal, results, settings };
