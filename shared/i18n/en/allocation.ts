import type { allocation as ja } from '../ja/allocation';
import type { Texts } from '../texts';

/** Texts of the allocation report and its cost simulation. */
export const allocation: Texts<typeof ja> = {
  lead: 'See how costs and results are distributed, and simulate what a different allocation would do.',
  share: 'Share',
  before: 'Before',
  after: 'After',
  comparedWithBefore: 'Compared with before the changes',
  change: 'Change',
  shareAfter: 'Share after',
  shares: 'Shares',
  simulation: 'Simulation',
  simulationAttributed: 'Simulation (attributed)',
  compositions: 'Cost and result mix',
  compositionsHint: 'See which rows bring in more or less than their share of the cost',
  compositionAfter: '{{item}} (after)',
  shareOf: 'Share of {{item}}',
  conditions: 'Simulation',
  item: 'Cost to change',
  elasticity: 'Elasticity',
  elasticityHint:
    'How strongly results (CVs and sales) follow the cost: 0 means not at all, 1 in proportion (0 to 5). It starts at {{held}}; the dashboard estimates for a higher cost use {{tried}}, so that ads can be compared',
  held: 'Results (CVs and sales) are assumed to stay the same.',
  follows:
    'Results (CVs and sales) are assumed to change with the cost ratio to the power of {{elasticity}}. Rows without a cost keep their results.',
  withUnapproved:
    'All unapproved results are treated as approved: CPA, ROAS, profit and ROI are based on ad cost plus unapproved ad cost.',
  reset: 'Undo all changes',
  changedRows: '{{count, number}} {{count, plural(one: row; other: rows)}} changed',
  changedNames: ': {{rows}}',
  noChanges:
    'Type a value under “Cost change” in the table below; press Enter or leave the field to see the effect.',
  adjust: 'Cost change',
  adjustOf: 'Cost change for {{row}}',
  unitOf: 'Unit of the cost change for {{row}}',
  notAdjustable: 'This row has no cost',
  belowZero: 'This is more than the row’s cost, so the change is not applied.',
  outOfRange: 'Enter a value between {{min}} and {{max}}.',
  notANumber: 'Enter a number.',
  mostRows: 'Up to {{max}} rows can be changed at once.',
  missing:
    '{{count, number}} {{count, plural(one: change is; other: changes are)}} not applied: no matching row in this period with these filters.',
  scenarios: 'Scenarios',
  noScenarios: 'No scenarios saved yet.',
  openScenario: 'Scenarios: open one',
  saveNew: 'Save as…',
  saved: 'Scenario saved',
  deleteScenario: 'Delete “{{title}}”',
  title: 'Scenario name',
  sharedWithCompany: 'Share with the company',
  sharedHint: 'Everyone with access to this product can open it, except agencies.',
  sharedBy: 'Shared by {{name}}',
  titleRequired: 'Enter a name',
  otherAxes: 'The changes apply to rows by {{axes}}, so they are not applied to these rows.',
  refused: 'Not applied because the cut exceeds the cost: {{rows}}',
  far: 'Far beyond what was measured (more than {{times}} times the cost): {{rows}}',
  timesOf: ' ({{times}})',
  overwrite: 'Save',
  shareHint:
    'Share of the total. If the total is negative, the sign is reversed; if it is 0, there is no share.',
};
