import type { management as ja } from '../ja/management';
import type { Texts } from '../texts';
import { alerts } from './alerts';
import { allocation } from './allocation';
import { attribution } from './attribution';
import { credit } from './credit';
import { cvInfo } from './cv-info';
import { effect } from './effect';
import { explorer } from './explorer';
import { fields } from './fields';
import { dialog, form } from './form';
import { layout } from './layout';
import { list } from './list';
import { logs } from './logs';
import { lpo } from './lpo';
import { mail } from './mail';
import { mediaCosts } from './media-costs';
import { networks } from './networks';
import { notes } from './notes';
import { postback } from './postback';
import { privacy } from './privacy';
import { linkTest } from './link-test';
import { results } from './results';
import { settings } from './settings';
import { term } from './term';
import { views } from './views';
import { walk } from './guided-tour';

export const management: Texts<typeof ja> = {
  alerts,
  allocation,
  attribution,
  credit,
  cvInfo,
  dialog,
  effect,
  explorer,
  fields,
  form,
  layout,
  list,
  logs,
  lpo,
  mail,
  mediaCosts,
  networks,
  notes,
  postback,
  privacy,
  rehearsal: linkTest,
  results,
  settings,
  term,
  views,
  walk,
};
