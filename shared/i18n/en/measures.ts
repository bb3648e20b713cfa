import type { MeasureKey } from '../../catalog';
import type { MeasureText } from '../ja/measures';

const m = (label: string, definition: string, formula = ''): MeasureText => ({ label, definition, formula });
const indirect = (at: string): MeasureText =>
  m(`Indirect (${at})`, `Final CVs in whose path the ad comes ${at} without being the last contact.`);
const touches = (count: string): MeasureText => m(`${count}`, `Final CVs reached after ${count}.`);

export const measures: Record<MeasureKey, MeasureText> = {
  adClickCount: m('Clicks', 'Contacts with the ad, counted on the day of the contact.'),
  firstTouchCount: m('First touches', 'Journeys that began with this contact.'),
  pvCount: m(
    'Page views',
    'Pages viewed in the visits after a contact; views at most 30 minutes apart make one visit.',
  ),
  cvFinal1: m('Final CV 1', 'Final CVs of slot 1, credited to the ad of the last contact.'),
  cvFinal2: m('Final CV 2', 'Final CVs of slot 2, credited to the ad of the last contact.'),
  cvFinal3: m('Final CV 3', 'Final CVs of slot 3, credited to the ad of the last contact.'),
  cvTotalFinal: m(
    'Final CVs',
    'All final CVs, credited to the ad of the last contact.',
    'Final CV 1 + Final CV 2 + Final CV 3',
  ),
  cvMiddle1: m('Middle CV 1', 'Middle CVs of slot 1.'),
  cvMiddle2: m('Middle CV 2', 'Middle CVs of slot 2.'),
  cvMiddle3: m('Middle CV 3', 'Middle CVs of slot 3.'),
  cvTotalMiddle: m('Middle CVs', 'All middle CVs.', 'Middle CV 1 + Middle CV 2 + Middle CV 3'),
  cvr: m(
    'CVR',
    'CVs per click: those of the selected CV settings, or all final CVs by default.',
    'Selected CVs / Clicks',
  ),
  cvrTotal: m('CVR (all)', 'All final CVs per click.', 'Final CVs / Clicks'),
  adCost: m(
    'Ad cost',
    'Click costs, costs of approved results and period fees. On days with imported media costs, the media cost replaces the click costs.',
    'Click costs (or the day’s media cost) + approved result costs + period fees',
  ),
  adCostUnapproved: m('Unapproved ad cost', 'Costs of results awaiting approval; not included in ad cost.'),
  amountSum: m('Sales', 'Sales of final CVs.'),
  amountAvg: m('Average sales', 'Sales per final CV.', 'Sales / Final CVs'),
  cpa: m('CPA', 'Ad cost per final CV; lower is better.', 'Ad cost / Final CVs'),
  roas: m('ROAS', 'Sales in relation to ad cost.', 'Sales / Ad cost'),
  profit: m('Profit', 'Sales minus ad cost.', 'Sales - Ad cost'),
  roi: m('ROI', 'Profit in relation to ad cost.', 'Profit / Ad cost'),
  indirectFirst: indirect('first'),
  indirect2: indirect('2nd'),
  indirect3: indirect('3rd'),
  indirect4: indirect('4th'),
  indirect5: indirect('5th'),
  indirect6: indirect('6th or later'),
  indirectTotal: m(
    'Indirect total',
    'Final CVs in whose path the ad appears without being the last contact; each CV counts once.',
  ),
  indirectRatio: m(
    'Indirect ratio',
    'Indirect CVs as a share of all direct and indirect CVs.',
    'Indirect total / (Indirect total + Final CVs)',
  ),
  indirectCost: m(
    'CPA incl. indirect',
    'Ad cost per direct or indirect CV.',
    'Ad cost / (Final CVs + Indirect total)',
  ),
  adTouch1: touches('1 contact'),
  adTouch2: touches('2 contacts'),
  adTouch3: touches('3 contacts'),
  adTouch4: touches('4 contacts'),
  adTouch5: touches('5 contacts'),
  adTouch6: touches('6+ contacts'),
  adTouchAvg: m(
    'Average contacts',
    'Average number of contacts before a final CV; CVs without ad contacts are excluded.',
  ),
  averageLatency: m(
    'Average time to CV',
    'Average time from the first contact to the final CV; CVs without ad contacts are excluded.',
  ),
  attrCv: m('Attributed CVs', 'Final CVs divided among all contacts in the path by the selected model.'),
  attrAmount: m('Attributed sales', 'Sales divided among all contacts in the path by the selected model.'),
  attrAvg: m(
    'Attributed average sales',
    'Attributed sales per attributed CV.',
    'Attributed sales / Attributed CVs',
  ),
  attrCpa: m('Attributed CPA', 'Ad cost per attributed CV; lower is better.', 'Ad cost / Attributed CVs'),
  attrRoas: m('Attributed ROAS', 'Attributed sales in relation to ad cost.', 'Attributed sales / Ad cost'),
  attrCvr: m('Attributed CVR', 'Attributed CVs per click.', 'Attributed CVs / Clicks'),
  attrProfit: m('Attributed profit', 'Attributed sales minus ad cost.', 'Attributed sales - Ad cost'),
  mediaCost: m(
    'Media cost',
    'Cost reported by the media in imported files. On those days it replaces the click costs in ad cost. In breakdowns finer than the ad, such as by device, it is split like period fees.',
  ),
  mediaDays: m(
    'Days from media',
    'Number of ad-days whose cost comes from imported media reports. If it is above zero, ad cost includes media costs.',
  ),
  impressions: m('Impressions', 'How often the ad was shown, as reported by the media.'),
  mediaClicks: m(
    'Media clicks',
    'Clicks as reported by the media; they are counted differently from the clicks measured here.',
  ),
  ctr: m('CTR', 'Media clicks per impression.', 'Media clicks / Impressions'),
  cpm: m('CPM', 'Media cost per 1,000 impressions; lower is better.', 'Media cost / Impressions × 1,000'),
  mediaClickDifference: m(
    'Click difference',
    'Media clicks minus clicks measured here, on days with media reports.',
    'Media clicks - Clicks of the same ads and days',
  ),
};
