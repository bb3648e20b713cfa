import { byModel, type BaseKey, type BaseValues } from './base-columns';
import type { AttributionModel } from './enums';
import { ratio, type BaseMeasure, type FormulaMeasure, type Measure, type MeasureDirection } from './measure';
import { keysOf } from '../records';

// Static tables: formulas look keys up for every row.
const attrCvKeys = byModel('', (model) => `attrCv${model}` as const);
const attrAmountKeys = byModel('', (model) => `attrAmount${model}` as const);

/** Returns the base sum of attributed conversions under a model. */
const attrCvKey = (model: AttributionModel): BaseKey => attrCvKeys[model];

/** Returns the base sum of attributed sales (in 1/100 yen) under a model. */
const attrAmountKey = (model: AttributionModel): BaseKey => attrAmountKeys[model];

/** Terms that several formulas share. Money is in yen here. */
const sales = (s: BaseValues): number => s.amountSen / 100;
// On days with a media report, its cost replaces the click costs.
const cost = (s: BaseValues): number =>
  (s.costSen - s.coveredCostSen + s.mediaCostSen + s.cvCostApprovedSen) / 100 + s.feeYen;
const attrCv = (s: BaseValues, model: AttributionModel): number => s[attrCvKey(model)];
const attrSales = (s: BaseValues, model: AttributionModel): number => s[attrAmountKey(model)] / 100;

const COST: readonly BaseKey[] = ['costSen', 'coveredCostSen', 'mediaCostSen', 'cvCostApprovedSen', 'feeYen'];

type NeedKey = BaseKey | typeof attrCvKey;

/** Defines a count that equals a base sum. */
function count(
  base: BaseKey,
  direction: MeasureDirection,
  description: string,
  aliases?: string[],
): BaseMeasure {
  return { kind: 'base', base, unit: 'count', direction, description, ...(aliases && { aliases }) };
}

/** Defines a formula over base sums. A need can be a function of the attribution model. */
function formula(
  unit: Measure['unit'],
  direction: MeasureDirection,
  needs: readonly NeedKey[],
  compute: FormulaMeasure['formula'],
  description: string,
  options: { additive?: boolean; aliases?: string[] } = {},
): FormulaMeasure {
  return {
    kind: 'formula',
    unit,
    direction,
    needs: (model) => needs.map((need) => (typeof need === 'function' ? need(model) : need)),
    formula: compute,
    description,
    additive: options.additive ?? false,
    ...(options.aliases && { aliases: options.aliases }),
  };
}

/**
 * Catalogue of all measures, in column order (domain.md section 6). GraphQL fields, REST keys, SQL sums,
 * table columns, CSV headers and chart axes derive from it. Keys are the GraphQL names; `measureName` derives
 * the REST names. Descriptions are those of the contract (`type Figures`).
 */
export const measures = {
  adClickCount: count('clicks', 'up', 'Ad contacts (interactions).'),
  firstTouchCount: count(
    'firstTouches',
    'up',
    'Journeys that started with the ad (references whose first interaction it is).',
    ['ad_first_touch_count'],
  ),
  pvCount: count('pv', 'up', 'Page views that belong to its interactions.'),
  cvFinal1: count('cvFinal1', 'up', 'Final conversions of slot 1, credited to the ad of the last contact.'),
  cvFinal2: count('cvFinal2', 'up', 'Final conversions of slot 2, credited to the ad of the last contact.'),
  cvFinal3: count('cvFinal3', 'up', 'Final conversions of slot 3, credited to the ad of the last contact.'),
  cvTotalFinal: count('cvFinal', 'up', 'All final conversions, credited to the ad of the last contact.'),
  cvMiddle1: count(
    'cvMiddle1',
    'up',
    'Middle conversions of slot 1, credited to the ad of the last contact.',
  ),
  cvMiddle2: count(
    'cvMiddle2',
    'up',
    'Middle conversions of slot 2, credited to the ad of the last contact.',
  ),
  cvMiddle3: count(
    'cvMiddle3',
    'up',
    'Middle conversions of slot 3, credited to the ad of the last contact.',
  ),
  cvTotalMiddle: count('cvMiddle', 'up', 'All middle conversions, credited to the ad of the last contact.'),
  cvr: formula(
    'ratio',
    'up',
    ['cvChosen', 'clicks'],
    (s) => ratio(s.cvChosen, s.clicks),
    'Conversions of the chosen CV settings (default: all final ones) per ad contact.',
  ),
  cvrTotal: formula(
    'ratio',
    'up',
    ['cvFinal', 'clicks'],
    (s) => ratio(s.cvFinal, s.clicks),
    'Final conversions per ad contact.',
  ),
  adCost: formula(
    'yen',
    'neutral',
    COST,
    cost,
    "Click costs (replaced by the medium's cost on days with media costs), costs of approved results and period fees in yen.",
    { additive: true },
  ),
  adCostUnapproved: {
    kind: 'base',
    base: 'cvCostPendingSen',
    scale: 100,
    unit: 'yen',
    direction: 'neutral',
    description: 'Costs of results pending approval, in yen.',
  },
  amountSum: {
    kind: 'base',
    base: 'amountSen',
    scale: 100,
    unit: 'yen',
    direction: 'up',
    description: 'Sales of final conversions in yen.',
  },
  amountAvg: formula(
    'yen',
    'up',
    ['amountSen', 'cvFinal'],
    (s) => ratio(sales(s), s.cvFinal),
    'Sales per final conversion in yen.',
  ),
  cpa: formula(
    'yen',
    'down',
    [...COST, 'cvFinal'],
    (s) => ratio(cost(s), s.cvFinal),
    'Cost per final conversion in yen.',
  ),
  roas: formula(
    'ratio',
    'up',
    ['amountSen', ...COST],
    (s) => ratio(sales(s), cost(s)),
    'Sales per yen of cost.',
  ),
  profit: formula(
    'yen',
    'up',
    ['amountSen', ...COST],
    (s) => sales(s) - cost(s),
    'Sales minus cost in yen.',
    { additive: true },
  ),
  roi: formula(
    'ratio',
    'up',
    ['amountSen', ...COST],
    (s) => ratio(sales(s) - cost(s), cost(s)),
    'Profit per yen of cost.',
  ),
  cvApproved: count('cvApproved', 'up', 'Final conversions whose result for the credited ad is approved.'),
  cvRejected: count('cvRejected', 'down', 'Final conversions whose result for the credited ad is rejected.'),
  cvPending: count('cvPending', 'neutral', 'Final conversions whose result for the credited ad is pending.'),
  approvalRate: formula(
    'ratio',
    'up',
    ['cvApproved', 'cvRejected'],
    (s) => ratio(s.cvApproved, s.cvApproved + s.cvRejected),
    'Approved final conversions as a share of approved and rejected ones.',
  ),
  cvCancelled: count('cvCancelled', 'down', 'Final conversions that an amendment cancelled.'),
  amountNet: {
    kind: 'base',
    base: 'amountNetSen',
    scale: 100,
    unit: 'yen',
    direction: 'up',
    description: 'Current sales of final conversions that are not cancelled, in yen.',
  },
  amountApproved: {
    kind: 'base',
    base: 'amountApprovedSen',
    scale: 100,
    unit: 'yen',
    direction: 'up',
    description: 'Current sales of approved final conversions that are not cancelled, in yen.',
  },
  cpaApproved: formula(
    'yen',
    'down',
    [...COST, 'cvApproved'],
    (s) => ratio(cost(s), s.cvApproved),
    'Cost per approved final conversion in yen.',
  ),
  roasApproved: formula(
    'ratio',
    'up',
    ['amountApprovedSen', ...COST],
    (s) => ratio(s.amountApprovedSen / 100, cost(s)),
    'Sales of approved final conversions per yen of cost.',
  ),
  indirectFirst: count(
    'indirectFirst',
    'up',
    'Final conversions started by the ad without being the last contact.',
  ),
  indirect2: count(
    'indirect2',
    'up',
    'Final conversions with the ad second in the path without being the last contact.',
  ),
  indirect3: count(
    'indirect3',
    'up',
    'Final conversions with the ad third in the path without being the last contact.',
  ),
  indirect4: count(
    'indirect4',
    'up',
    'Final conversions with the ad fourth in the path without being the last contact.',
  ),
  indirect5: count(
    'indirect5',
    'up',
    'Final conversions with the ad fifth in the path without being the last contact.',
  ),
  indirect6: count(
    'indirect6',
    'up',
    'Final conversions with the ad sixth or later in the path without being the last contact.',
  ),
  indirectTotal: count(
    'indirectTotal',
    'up',
    'Final conversions with the ad in the path without being the last contact; each counts once.',
  ),
  indirectRatio: formula(
    'ratio',
    'neutral',
    ['indirectTotal', 'cvFinal'],
    (s) => ratio(s.indirectTotal, s.indirectTotal + s.cvFinal),
    'Indirect conversions as a share of direct and indirect conversions.',
  ),
  indirectCost: formula(
    'yen',
    'down',
    [...COST, 'indirectTotal', 'cvFinal'],
    (s) => ratio(cost(s), s.cvFinal + s.indirectTotal),
    'Cost per direct or indirect conversion in yen.',
  ),
  adTouch1: count('touch1', 'neutral', 'Final conversions after one contact.'),
  adTouch2: count('touch2', 'neutral', 'Final conversions after two contacts.'),
  adTouch3: count('touch3', 'neutral', 'Final conversions after three contacts.'),
  adTouch4: count('touch4', 'neutral', 'Final conversions after four contacts.'),
  adTouch5: count('touch5', 'neutral', 'Final conversions after five contacts.'),
  adTouch6: count('touch6', 'neutral', 'Final conversions after six or more contacts.'),
  adTouchAvg: formula(
    'number',
    'neutral',
    ['touchSum', 'cvPathed'],
    (s) => ratio(s.touchSum, s.cvPathed),
    'Average number of contacts before the final conversions.',
  ),
  averageLatency: formula(
    'seconds',
    'neutral',
    ['latencyMs', 'cvPathed'],
    (s) => ratio(s.latencyMs / 1000, s.cvPathed),
    'Average time from the first contact to the final conversions in seconds.',
    { aliases: ['average_period'] },
  ),
  attrCv: {
    kind: 'base',
    base: attrCvKey,
    unit: 'number',
    direction: 'up',
    description: 'Final conversions divided among all contacts by the attribution model.',
  },
  attrAmount: {
    kind: 'base',
    base: attrAmountKey,
    scale: 100,
    unit: 'yen',
    direction: 'up',
    description: 'Sales divided among all contacts by the attribution model, in yen.',
  },
  attrAvg: formula(
    'yen',
    'up',
    [attrAmountKey, attrCvKey],
    (s, m) => ratio(attrSales(s, m), attrCv(s, m)),
    'Attributed sales per attributed conversion in yen.',
  ),
  attrCpa: formula(
    'yen',
    'down',
    [...COST, attrCvKey],
    (s, m) => ratio(cost(s), attrCv(s, m)),
    'Cost per attributed conversion in yen.',
  ),
  attrRoas: formula(
    'ratio',
    'up',
    [attrAmountKey, ...COST],
    (s, m) => ratio(attrSales(s, m), cost(s)),
    'Attributed sales per yen of cost.',
  ),
  attrCvr: formula(
    'ratio',
    'up',
    [attrCvKey, 'clicks'],
    (s, m) => ratio(attrCv(s, m), s.clicks),
    'Attributed conversions per ad contact.',
  ),
  attrProfit: formula(
    'yen',
    'up',
    [attrAmountKey, ...COST],
    (s, m) => attrSales(s, m) - cost(s),
    'Attributed sales minus cost in yen.',
    { additive: true },
  ),
  mediaCost: {
    kind: 'base',
    base: 'mediaCostSen',
    scale: 100,
    unit: 'yen',
    direction: 'neutral',
    description:
      'Cost reported by media in imported files, in yen; part of the ad cost, replacing the click costs of its days.',
  },
  mediaDays: count(
    'mediaDays',
    'neutral',
    'Days of ads with a cost reported by a medium: if not zero, the ad cost includes media costs.',
  ),
  impressions: count('impressions', 'up', 'Impressions reported by media.'),
  mediaClicks: count('mediaClicks', 'up', 'Clicks reported by media.'),
  ctr: formula(
    'ratio',
    'up',
    ['mediaClicks', 'impressions'],
    (s) => ratio(s.mediaClicks, s.impressions),
    'Media clicks per impression.',
  ),
  cpm: formula(
    'yen',
    'down',
    ['mediaCostSen', 'impressions'],
    (s) => ratio(s.mediaCostSen * 10, s.impressions),
    'Media cost per 1,000 impressions in yen.',
  ),
  mediaClickDifference: formula(
    'count',
    'neutral',
    ['mediaClicks', 'coveredClicks'],
    (s) => s.mediaClicks - s.coveredClicks,
    'Media clicks minus ad contacts, on days of ads with media data.',
    { additive: true },
  ),
} as const satisfies Record<string, Measure>;

export type MeasureKey = keyof typeof measures;

/** All measure keys in column order. */
export const measureKeys = keysOf(measures);
