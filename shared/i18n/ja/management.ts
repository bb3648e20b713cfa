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

/** Japanese texts of the management screens and the explorer; they come with those screens. */
export const management = { dialog, explorer, fields, form, layout, list, logs, networks, postback, rehearsal, results, settings };
