import type { attribution as ja } from '../ja/attribution';
import type { Texts } from '../texts';

/** Texts of the attribution report. */
export const attribution: Texts<typeof ja> = {
  rangeOf: '{{item}}: range across models',
  rangeHint: 'Line: lowest to highest; dots: models; bar: normal',
  side: 'Chart on the right',
  range: 'Model range',
  difference: 'Difference',
  rangeText:
    '{{name}}: {{low}} ({{lowModel}}) to {{high}} ({{highModel}}), {{model}} {{chosen}}, normal {{normal}}',
  span: '{{low}} – {{high}}',
  none: 'Nothing was credited for this item in this period.',
  listed: 'Top {{count}}',
  sumsTitle: 'Totals by model',
  equal: 'Under every model the rows add up to the actual {{measure}}, {{actual}}.',
  unequal:
    'The rows do not add up to the actual {{measure}}, {{actual}}, because contacts outside the ads or conditions shown are also credited.',
  sum: '{{model}} {{sum}}',
};
