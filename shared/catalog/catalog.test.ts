import { recordOf } from '../records';
import { hasUsualRange } from './alert';
import {
  AdAnalyzeItem,
  addValues,
  allows,
  attributionPairs,
  axisKeys,
  axisName,
  axisOf,
  baseKeys,
  baseKeysOf,
  baseSources,
  baseColumns,
  deviceCode,
  deviceName,
  emptyValues,
  enumEntries,
  enumerations,
  enumName,
  evaluateMeasure,
  evaluateMeasures,
  filterNames,
  findAxis,
  findMeasure,
  grantOf,
  hasFacts,
  attributesForAxes,
  hiddenAxes,
  isEnumValue,
  measureKeys,
  measureName,
  measureNames,
  menuEntries,
  menuGroups,
  presetMeasures,
  presenceKeys,
  ResultFlag,
  type rightKeys,
  RoleType,
  routes,
  type BaseKey,
  type BaseSource,
  type BaseValues,
  type MeasureKey,
} from './index';

const LINEAR = 1;
const ENDING_POINT = 5;

/** Row with only these facts. */
const row = (facts: Partial<BaseValues>): BaseValues => addValues(emptyValues(), facts);

describe('a measure', () => {
  it.each<[MeasureKey, Partial<BaseValues>, number | null]>([
    ['adClickCount', { clicks: 7 }, 7],
    ['cvTotalFinal', { cvFinal: 6, cvFinal1: 1, cvMiddle: 9 }, 6],
    ['cvTotalMiddle', { cvMiddle: 6, cvMiddle1: 1, cvFinal: 9 }, 6],
    ['cvFinal2', { cvFinal: 6, cvFinal2: 4 }, 4],
    ['cvr', { cvChosen: 2, cvFinal: 5, clicks: 10 }, 0.2],
    ['cvr', { cvChosen: 2 }, null],
    ['cvrTotal', { cvFinal: 5, cvFinal1: 4, clicks: 10 }, 0.5],
    ['adCost', { costSen: 1050, cvCostApprovedSen: 200, cvCostPendingSen: 999, feeYen: 2.5 }, 15],
    [
      'adCost',
      {
        costSen: 1050,
        coveredCostSen: 1050,
        mediaCostSen: 300,
        mediaDays: 1,
        cvCostApprovedSen: 200,
        feeYen: 2.5,
      },
      7.5,
    ],
    ['adCost', { costSen: 1050, coveredCostSen: 1000, mediaDays: 1 }, 0.5],
    ['mediaCost', { mediaCostSen: 12345 }, 123.45],
    ['ctr', { mediaClicks: 5, impressions: 1000, clicks: 9 }, 0.005],
    ['ctr', { mediaClicks: 5 }, null],
    ['cpm', { mediaCostSen: 50000, impressions: 2000, costSen: 9 }, 250],
    ['cpm', { mediaCostSen: 50000 }, null],
    ['mediaClickDifference', { mediaClicks: 5, clicks: 20, coveredClicks: 7 }, -2],
    ['adCostUnapproved', { cvCostPendingSen: 150 }, 1.5],
    ['amountSum', { amountSen: 123456 }, 1234.56],
    ['amountAvg', { amountSen: 10000, cvFinal: 4 }, 25],
    ['cpa', { costSen: 10000, cvFinal: 4 }, 25],
    ['cpa', { costSen: 10000 }, null],
    ['roas', { amountSen: 30000, costSen: 10000 }, 3],
    ['roas', { amountSen: 30000 }, null],
    ['profit', { amountSen: 30000, costSen: 10000 }, 200],
    ['roi', { amountSen: 30000, costSen: 10000 }, 2],
    ['indirectRatio', { indirectTotal: 1, cvFinal: 3 }, 0.25],
    ['indirectRatio', {}, null],
    ['indirectCost', { costSen: 10000, indirectTotal: 1, cvFinal: 3 }, 25],
    ['adTouch6', { touch6: 2 }, 2],
    ['adTouchAvg', { cvPathed: 2, touchSum: 4, cvFinal: 5 }, 2],
    ['adTouchAvg', { cvFinal: 5 }, null],
    ['averageLatency', { cvPathed: 2, latencyMs: 5000, cvFinal: 5 }, 2.5],
    ['approvalRate', { cvApproved: 1, cvRejected: 3, cvPending: 9 }, 0.25],
    ['approvalRate', { cvPending: 9 }, null],
    ['amountNet', { amountNetSen: 12345 }, 123.45],
    ['cpaApproved', { costSen: 10000, cvApproved: 2 }, 50],
    ['cpaApproved', { costSen: 10000 }, null],
    ['roasApproved', { amountApprovedSen: 10000, costSen: 5000 }, 2],
    ['roasApproved', { amountApprovedSen: 10000 }, null],
    ['attrCv', { attrCv1: 0.5, attrCv5: 1 }, 0.5],
    ['attrAmount', { attrAmount1: 12345 }, 123.45],
    ['attrAvg', { attrAmount1: 10000, attrCv1: 0.5 }, 200],
    ['attrCpa', { costSen: 10000, attrCv1: 0.5 }, 200],
    ['attrRoas', { attrAmount1: 10000, costSen: 5000 }, 2],
    ['attrCvr', { attrCv1: 0.5, clicks: 10 }, 0.05],
    ['attrProfit', { attrAmount1: 10000, costSen: 5000 }, 50],
  ])('%s of %j is %p', (key, facts, expected) => {
    expect(evaluateMeasure(key, row(facts), LINEAR)).toBe(expected);
  });

  it('depends on the chosen attribution model', () => {
    expect(evaluateMeasure('attrCv', row({ attrCv1: 0.5, attrCv5: 1 }), ENDING_POINT)).toBe(1);
  });

  it('is never NaN or infinite, and reads only the facts that it declares', () => {
    for (const model of [1, 2, 3, 4, 5, 6] as const) {
      for (const key of measureKeys) {
        const value = evaluateMeasure(key, emptyValues(), model);
        expect(value === null || value === 0).toBe(true);
        const named = new Set(baseKeysOf([key], model));
        const others = Object.fromEntries(
          baseKeys.filter((base) => !named.has(base)).map((base) => [base, 7]),
        );
        expect(evaluateMeasure(key, row(others), model)).toBe(value);
      }
    }
  });

  it('has a usual range unless it can be negative', () => {
    // Costs exceed sales and interactions exceed media clicks, so every difference is negative.
    const loss = row(
      recordOf(baseKeys, (base) => (base === 'costSen' || base === 'coveredClicks' ? 1e6 : 1)),
    );
    const negative = measureKeys.filter((key) => (evaluateMeasure(key, loss, LINEAR) ?? 0) < 0);
    expect(measureKeys.filter((key) => !hasUsualRange(key))).toEqual(negative);
    expect(negative).toContain('mediaClickDifference');
  });

  it('of a total is computed from the totals of its parts', () => {
    const total = addValues(row({ clicks: 10, cvFinal: 1, cvChosen: 1 }), {
      clicks: 30,
      cvFinal: 1,
      cvChosen: 1,
    });
    expect(evaluateMeasures(total, LINEAR, ['cvrTotal', 'cvr'])).toEqual({ cvrTotal: 0.05, cvr: 0.05 });
    expect([hasFacts(total), hasFacts(emptyValues())]).toEqual([true, false]);
  });
});

describe('measures by name', () => {
  it('are found by key, REST name and alias', () => {
    expect(measureName('cvFinal1')).toBe('cv_final_1');
    expect(measureName('adClickCount')).toBe('ad_click_count');
    expect(findMeasure('indirect_6')).toBe('indirect6');
    expect(findMeasure('adTouchAvg')).toBe('adTouchAvg');
    expect(findMeasure('average_period')).toBe('averageLatency');
    expect(findMeasure('ad_first_touch_count')).toBe('firstTouchCount');
    expect(findMeasure('constructor')).toBeNull();
  });

  it('have unambiguous REST names', () => {
    expect(new Set(measureNames).size).toBe(measureKeys.length);
    for (const key of measureKeys) expect(findMeasure(measureName(key))).toBe(key);
  });

  it('cover the enumerations of axes and items', () => {
    for (const name of [
      ...Object.values(enumerations.AdAnalyzeAxis),
      ...Object.values(enumerations.TermDisplayItem),
    ]) {
      expect(findMeasure(name)).not.toBeNull();
    }
    expect(attributionPairs.map((pair) => pair.item)).toEqual(
      Object.values(enumerations.AttributionAnalyzeItem),
    );
  });

  it('belong to their presets', () => {
    expect(presetMeasures[AdAnalyzeItem.AD_COST_EFFECT]).toEqual([
      'adCost',
      'adCostUnapproved',
      'cpa',
      'roas',
      'roi',
      'profit',
    ]);
    expect(presetMeasures[AdAnalyzeItem.INDIRECT_EFFECT]).toContain('adTouchAvg');
    expect(presetMeasures[AdAnalyzeItem.ADD]).not.toContain('cvr');
    const presets = Object.values(AdAnalyzeItem);
    expect(presets.filter((item) => presetMeasures[item].includes('attrCpa'))).toEqual([
      AdAnalyzeItem.CV_CPA,
    ]);
  });

  it('read existing rollup columns', () => {
    const read = Object.values(baseSources).flatMap((source) =>
      source.table === 'cv' ? [source.column] : [],
    );
    expect(new Set(read)).toEqual(new Set(Object.keys(baseColumns.cv)));
  });
});

describe('base sums', () => {
  it('imply sums that in the end occur alone', () => {
    const restsOn = (key: string): string[] => {
      const source: BaseSource | undefined = baseSources[key as BaseKey];
      return !source ? [`no ${key}`] : source.implies === 'nothing' ? [key] : source.implies.flatMap(restsOn);
    };
    const alone = [
      'clicks',
      'pv',
      'cvCostApprovedSen',
      'cvCostPendingSen',
      'feeYen',
      'mediaDays',
      'cvFinal',
      'cvMiddle',
      'indirectTotal',
    ];
    expect(presenceKeys(false, LINEAR)).toEqual(alone);
    for (const key of baseKeys) expect(alone).toEqual(expect.arrayContaining(restsOn(key)));
  });

  it('include more presence keys on axes finer than the ad', () => {
    const finer = presenceKeys(true, ENDING_POINT).filter(
      (key) => !presenceKeys(false, ENDING_POINT).includes(key),
    );
    expect(finer).toEqual([
      'indirectFirst',
      'indirect2',
      'indirect3',
      'indirect4',
      'indirect5',
      'indirect6',
      'attrCv5',
    ]);
  });
});

describe('enumerations', () => {
  it('are ordered pairs of name and value', () => {
    expect(enumEntries(enumerations.CvType)).toEqual([
      { name: 'LAST_CV', value: 1 },
      { name: 'MIDDLE_CV', value: 0 },
    ]);
    expect(enumEntries(enumerations.AdAnalyzeItem).map((entry) => entry.value)).toEqual([
      1, 2, 3, 4, 5, 6, 0,
    ]);
    expect(enumEntries(enumerations.QueueResult)).toContainEqual({ name: 'PENDING_SEND', value: null });
  });

  it('recognise their values', () => {
    expect([isEnumValue(ResultFlag, 2), isEnumValue(ResultFlag, 3), isEnumValue(ResultFlag, '1')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([enumName(ResultFlag, 2), enumName(ResultFlag, 9)]).toEqual(['ACTIVE_ALWAYS', null]);
  });

  it('name devices', () => {
    expect([1, 2, 3, 4, 9].map(deviceName)).toEqual(['pc', 'smartphone', 'tablet', 'other', 'other']);
    expect([deviceCode('tablet'), deviceCode('watch')]).toEqual([3, null]);
  });
});

describe('rights', () => {
  /** Formats `menu: ADMIN MANAGER ANALYST AGENCY`; o means own ads only, m means masked. */
  const line = (menu: (typeof rightKeys)[number]): string =>
    [1, 2, 3, 4]
      .map((role) => grantOf(menu, role as RoleType))
      .map(
        ({ right, scope, masked }) =>
          `${right}${right !== 'none' && scope === 'own' ? '-o' : ''}${masked ? '-m' : ''}`,
      )
      .join(' ');

  it.each([
    ['dashboard', 'view view view view-o'],
    ['analyze', 'view view view-m view-o-m'],
    ['explorer', 'view view view view-o'],
    ['logs', 'view view view-m view-o-m'],
    ['cv_approve', 'edit edit view-m view-o-m'],
    ['postbacks', 'edit edit view-m view-o-m'],
    ['ads', 'edit edit view edit-o'],
    ['redirects', 'edit edit view edit-o'],
    ['asps', 'edit edit view none'],
    ['cv_settings', 'edit edit view none'],
    ['products', 'edit edit view none'],
    ['api_keys', 'edit edit none none'],
    ['users', 'edit none none none'],
    ['audit', 'edit none none none'],
    ['alerts', 'edit edit view none'],
    ['custom_measures', 'edit edit edit edit-o'],
    ['experiments', 'edit edit edit view-o'],
  ] as const)('%s: %s', (menu, expected) => {
    expect(line(menu)).toBe(expected);
  });

  it("can be narrowed or widened by the company, except ADMIN's", () => {
    const overrides = [
      { role: RoleType.ADMIN, menu: 'ads', right: 'none' },
      { role: RoleType.ANALYST, menu: 'asps', right: 'edit' },
      { role: RoleType.AGENCY, menu: 'asps', right: 'view' },
      { role: RoleType.MANAGER, menu: 'logs', right: 'none' },
    ] as const;
    expect(grantOf('ads', RoleType.ADMIN, overrides).right).toBe('edit');
    expect(grantOf('asps', RoleType.ANALYST, overrides).right).toBe('edit');
    expect(grantOf('asps', RoleType.AGENCY, overrides)).toEqual({
      right: 'view',
      scope: 'own',
      masked: false,
    });
    expect(grantOf('logs', RoleType.MANAGER, overrides).right).toBe('none');
    expect(
      grantOf('audit', RoleType.ANALYST, [{ role: RoleType.ANALYST, menu: 'audit', right: 'edit' }]),
    ).toEqual({ right: 'edit', scope: 'all', masked: true });
  });

  it('allow every action up to the granted right', () => {
    expect([
      allows({ right: 'edit' }, 'view'),
      allows({ right: 'view' }, 'edit'),
      allows({ right: 'none' }, 'view'),
    ]).toEqual([true, false, false]);
  });
});

describe('navigation', () => {
  // rule: screens-02
  it('has every menu of the specification, plus media costs, the gap to media, the disagreement of models, targets, saved views, the explorer, custom measures, alerts, system status, and the logs of interactions and rejected events', () => {
    const paths = menuGroups.map((group) => menuEntries(group).map((entry) => entry.path));
    expect(paths.map((group) => group.length)).toEqual([1, 17, 10, 10, 6]);
    expect(new Set(paths.flat()).size).toBe(44);
  });

  it('has unique keys and paths, and parents that are menu entries', () => {
    expect(new Set(routes.map((route) => route.key)).size).toBe(routes.length);
    expect(new Set(routes.map((route) => route.path)).size).toBe(routes.length);
    for (const route of routes) {
      if (route.parent) expect(routes.find((one) => one.key === route.parent)?.group).toBeTruthy();
    }
  });
});

it('axis columns are hidden by default, except on the CV and LPO pages', () => {
  expect(hiddenAxes('ad-statistics')).toEqual([
    'agency',
    'asp',
    'category',
    'type1',
    'type2',
    'type3',
    'ad',
    'device',
  ]);
  expect([hiddenAxes('cv'), hiddenAxes('lpo')]).toEqual([[], []]);
  expect(axisKeys).toHaveLength(12);
});

it('attributes are shown beside rows of one ad; redirects and variants also show the ad and its device', () => {
  expect(attributesForAxes(['ad'])).toEqual(['agency', 'asp', 'category', 'type1', 'type2', 'type3']);
  expect(attributesForAxes(['device', 'ad', 'asp'])).toEqual([
    'agency',
    'category',
    'type1',
    'type2',
    'type3',
  ]);
  expect([attributesForAxes(['asp']), attributesForAxes([])]).toEqual([[], []]);
  expect(attributesForAxes(['redirect', 'lpoTitle'])).toEqual(hiddenAxes('ad-statistics'));
  expect(attributesForAxes(['lpoTitle', 'ad', 'device'])).toEqual(attributesForAxes(['ad']));
});

describe('axes', () => {
  it('have a matching key and names that resolve to them', () => {
    for (const key of axisKeys) expect([axisOf(key).key, findAxis(axisName(key))]).toEqual([key, key]);
    expect([axisName('lpoTitle'), axisName('type1'), findAxis('lpoTitle'), findAxis('constructor')]).toEqual([
      'lpo_title',
      'type1',
      null,
      null,
    ]);
    expect(filterNames).toEqual(
      expect.arrayContaining(['asp_ids', 'ad_category_ids', 'ad_type1_ids', 'redirect_ids', 'device']),
    );
  });

  it('drill down to existing axes', () => {
    for (const key of axisKeys) expect(axisKeys).toEqual(expect.arrayContaining([...axisOf(key).opens]));
  });
});
