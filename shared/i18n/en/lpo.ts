import type { lpo as ja } from '../ja/lpo';
import type { Texts } from '../texts';

export const lpo: Texts<typeof ja> = {
  lead: 'For each landing page A/B test: is traffic split as configured, and which variant performs better?',
  columns: {
    deliverRatio: {
      title: 'Delivery (set)',
      definition: 'The share of clicks currently set; 0% for variants that have ended.',
      formula: '',
    },
    deliverRatioActual: {
      title: 'Delivery (actual)',
      definition: 'The share of the redirect’s clicks that the variant received.',
      formula: 'Clicks of the variant / Clicks of the redirect',
    },
    cvTotal: { title: 'Total CVs', definition: 'All final conversions.', formula: '' },
    cvrLow: {
      title: 'CVR low (95%)',
      definition:
        'Lower bound of the 95% interval of the CVR. Not available if there are more conversions than clicks.',
      formula: 'Wilson score interval',
    },
    cvrHigh: {
      title: 'CVR high (95%)',
      definition:
        'Upper bound of the 95% interval of the CVR. Not available if there are more conversions than clicks.',
      formula: 'Wilson score interval',
    },
    bestProbability: {
      title: 'Chance to be best',
      definition:
        'Probability that this variant has the highest CVR among the redirect’s variants with clicks.',
      formula: 'Beta posterior, uniform prior',
    },
    expectedLoss: {
      title: 'Expected loss',
      definition: 'The CVR you can expect to lose, on average, by choosing this variant now.',
      formula: 'Expected highest CVR - Expected CVR of the variant',
    },
  },
  group: 'A/B test',
  presets: { test: 'A/B test', money: 'Cost and sales', all: 'All' },
  cvSetting: 'CVs used for CVR',
  allFinal: 'All final CVs',
  tests: 'A/B tests',
  settings: 'Open settings',
  moreTests_one: 'Show {{count, number}} more A/B test',
  moreTests_other: 'Show {{count, number}} more A/B tests',
  summary: 'Clicks {{clicks, number}}  CVs {{cvs, number}}',
  variant: 'Variant',
  cvs: 'CVs',
  delivery: 'Delivery (actual / set)',
  retired: 'Ended',
  best: 'Best',
  leading: 'Leading',
  interval: '95% interval of the CVR',
  intervalHint:
    'The range in which the true CVR is likely to lie, based on this period. It narrows with more clicks. While the ranges of variants overlap, the difference may be due to chance.',
  noRate: 'No clicks to calculate a CVR from',
  moreCvs: 'Not available: more CVs than clicks',
  below: 'less than {{value}}',
  above: 'more than {{value}}',
  lossPer: 'per 1,000 clicks',
  lossUnit: '{{loss}}',
  lossBelow: 'less than {{loss}}',
  lossHint: 'Expected number of conversions lost per 1,000 clicks by choosing this variant now.',
  attributed: 'attributed {{value}}',
  spoken: '{{name}}: CVR {{rate}} ({{low}} to {{high}})',
  verdict: {
    decided: '“{{name}}” is the best',
    decidedHint:
      'The chance that it is the best is {{probability}}. Choosing it now is expected to cost {{loss}} conversions per 1,000 clicks.',
    periodHint: 'Based only on the period shown. The result may differ over the whole test.',
    decidedRetired: '“{{name}}” was the best, but is no longer delivered',
    undecided_one: 'Not decided yet: about {{count, number}} more click is needed',
    undecided_other: 'Not decided yet: about {{count, number}} more clicks are needed',
    pace_one: ' (about {{count, number}} day at this period’s pace)',
    pace_other: ' (about {{count, number}} days at this period’s pace)',
    undecidedLong:
      'Not decided yet: the difference is small, and it would take more than a year at this period’s pace',
    undecidedHint:
      'An estimate, assuming that the CVRs stay as they are. A test is decided when the chance that one variant is the best reaches {{threshold}}.',
    undecidedLoss:
      'Choosing the current leader, “{{name}}”, now is expected to cost {{loss}} conversions per 1,000 clicks.',
    open: 'Not decided yet; the number of clicks needed can’t be estimated',
    openHint: 'There are no conversions yet, or no difference between the variants.',
    single: 'There is only one variant to compare so far',
    singleHint: 'There will be a verdict once two or more variants have a CVR.',
    idle: 'No clicks in this period',
  },
  check: {
    matches: 'Split as configured',
    matchesHint_one: 'Based on the first contacts of {{count, number}} visitor',
    matchesHint_other: 'Based on the first contacts of {{count, number}} visitors',
    p: 'p-value {{p}}',
    pName: 'p-value (test of the split)',
    pHint:
      'How likely a split at least this uneven would be by chance if traffic were split as configured. The smaller it is, the less likely it is to be chance; a warning appears below {{limit}}.',
    pFormula: 'Chi-square test',
    mismatch: 'The split does not match the settings',
    mismatchHint:
      'Visitors were split as follows at their first contact: {{split}}. If traffic were split as configured, a split like this would have {{p}} (a warning appears below {{limit}}). The comparison of variants may be biased as well. Check for replaced links, exclusions and bots.',
    split: '{{name}} {{actual}} (set {{meant}})',
    and: ', ',
    few: 'A few more visitors are needed to tell whether the split is biased',
    changed:
      'The split was changed at {{time}}, so earlier traffic can’t be compared with the current settings',
    changedBefore:
      'The period includes variants that have ended, so it can’t be compared with the current settings',
    sinceChange: 'Show from the following day',
    off: 'LPO is off, so there are no settings to compare with',
  },
  axesNote: 'Verdicts are shown only when rows are grouped by redirect and LPO.',
  axesReset: 'Group by redirect and LPO',
  emptyTitle: 'No A/B tests yet',
  emptyHint:
    'Turn on LPO in the redirect settings and add two or more landing pages whose shares total 100%. Posting URLs stay the same. Clicks are split from then on, and the results are compared here.',
  emptyAction: 'Open redirect settings',
};
