import { explorer } from './explorer';
import { fields } from './fields';
import { dialog, form } from './form';
import { list } from './list';
<<<<<<< HEAD
import { logs } from './logs';
=======
import { networks } from './networks';
>>>>>>> networks
import { postback } from './postback';
import { rehearsal } from './rehearsal';
import { settings } from './settings';

/** Japanese texts of the management screens and the explorer; they come with those screens. */
<<<<<<< HEAD
export const management = { dialog, explorer, fields, form, list, logs, postback, rehearsal, settings };
=======
export const management = { dialog, explorer, fields, form, list, networks, postback, rehearsal, settings };
>>>>>>> networks
