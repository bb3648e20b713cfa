import type { management as ja } from '../ja/management';
import type { Texts } from '../texts';
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

<<<<<<< HEAD
export const management: Texts<typeof ja> = { dialog, explorer, fields, form, list, logs, postback, rehearsal, settings };
=======
export const management: Texts<typeof ja> = { dialog, explorer, fields, form, list, networks, postback, rehearsal, settings };
>>>>>>> networks
