import {
  AdAnalyzeItem,
  addSums,
  allows,
  attributionPairs,
  axisKeys,
  baseKeys,
  baseKeysOf,
  baseSources,
  cvFactColumns,
  deviceCode,
  deviceName,
  emptySums,
  enumEntries,
  enumerations,
  enumName,
  evaluateMeasure,
  evaluateMeasures,
  findMeasure,
  grantOf,
  hasFacts,
  hiddenAxes,
  isEnumValue,
  measureField,
  measureKeys,
  menuEntries,
  menuGroups,
  presetMeasures,
  presetsOf,
  ResultFlag,
  type rightKeys,
  RoleType,
  routes,
  type BaseSums,
  type MeasureKey,
} from './index';

const LINEAR = 1;
const ENDING_POINT = 5;

/** A row with these facts and no others. */
const row = (facts: Partial<BaseSums>): BaseSums => addSums(emptySums(), facts);

describe('a metric, from its facts', () => {
  it.each<[MeasureKey, Partial<BaseSums>, number | null]>([
    ['ad_click_count', { clicks: 7 }, 7],
    ['cv_total_final', { cv_final: 6, cv_final_1: 1, cv_middle: 9 }, 6],
    ['cv_total_middle', { cv_middle: 6, cv_middle_1: 1, cv_final: 9 }, 6],
    ['cv_final_2', { cv_final: 6, cv_final_2: 4 }, 4],
    ['cvr', { cv_chosen: 2, cv_final: 5, clicks: 10 }, 0.2],
    ['cvr', { cv_chosen: 2 }, null],
    ['cvr_total', { cv_final: 5, cv_final_1: 4, clicks: 10 }, 0.5],
    ['ad_cost', { cost_sen: 1050, cv_cost_approved_sen: 200, cv_cost_pending_sen: 999, fee_yen: 2.5 }, 15],
    ['ad_cost_unapproved', { cv_cost_pending_sen: 150 }, 1.5],
    ['amount_sum', { amount_sen: 123456 }, 1234.56],
    ['amount_avg', { amount_sen: 10000, cv_final: 4 }, 25],
    ['cpa', { cost_sen: 10000, cv_final: 4 }, 25],
    ['cpa', { cost_sen: 10000 }, null],
    ['roas', { amount_sen: 30000, cost_sen: 10000 }, 3],
    ['roas', { amount_sen: 30000 }, null],
    ['profit', { amount_sen: 30000, cost_sen: 10000 }, 200],
    ['roi', { amount_sen: 30000, cost_sen: 10000 }, 2],
    ['indirect_ratio', { indirect_total: 1, cv_final: 3 }, 0.25],
    ['indirect_ratio', {}, null],
    ['indirect_cost', { cost_sen: 10000, indirect_total: 1, cv_final: 3 }, 25],
    ['ad_touch_6', { touch_6: 2 }, 2],
    ['ad_touch_avg', { cv_pathed: 2, touch_sum: 4, cv_final: 5 }, 2],
    ['ad_touch_avg', { cv_final: 5 }, null],
    ['average_latency', { cv_pathed: 2, latency_ms: 5000, cv_final: 5 }, 2.5],
    ['attr_cv', { attr_cv_1: 0.5, attr_cv_5: 1 }, 0.5],
    ['attr_amount', { attr_amount_1: 12345 }, 123.45],
    ['attr_avg', { attr_amount_1: 10000, attr_cv_1: 0.5 }, 200],
    ['attr_cpa', { cost_sen: 10000, attr_cv_1: 0.5 }, 200],
    ['attr_roas', { attr_amount_1: 10000, cost_sen: 5000 }, 2],
    ['attr_cvr', { attr_cv_1: 0.5, clicks: 10 }, 0.05],
    ['attr_profit', { attr_amount_1: 10000, cost_sen: 5000 }, 50],
  ])('%s of %j is %p', (key, facts, expected) => {
    expect(evaluateMeasure(key, row(facts), LINEAR)).toBe(expected);
  });

  it('takes the chosen model', () => {
    expect(evaluateMeasure('attr_cv', row({ attr_cv_1: 0.5, attr_cv_5: 1 }), ENDING_POINT)).toBe(1);
  });

  it('is never NaN or infinite, and reads no facts but those it names', () => {
    for (const model of [1, 2, 3, 4, 5] as const) {
      for (const key of measureKeys) {
        const value = evaluateMeasure(key, emptySums(), model);
        expect(value === null || value === 0).toBe(true);
        const named = new Set(baseKeysOf([key], model));
        const others = Object.fromEntries(baseKeys.filter((base) => !named.has(base)).map((base) => [base, 7]));
        expect(evaluateMeasure(key, row(others), model)).toBe(value);
      }
    }
  });

  it('of a total comes from the totals of the parts', () => {
    const total = addSums(row({ clicks: 10, cv_final: 1, cv_chosen: 1 }), { clicks: 30, cv_final: 1, cv_chosen: 1 });
    expect(evaluateMeasures(total, LINEAR, ['cvr_total', 'cvr'])).toEqual({ cvr_total: 0.05, cvr: 0.05 });
    expect([hasFacts(total), hasFacts(emptySums())]).toEqual([true, false]);
  });
});

describe('measures by name', () => {
  it('are found by REST key, GraphQL name and alias', () => {
    expect(measureField('cv_final_1')).toBe('cvFinal1');
    expect(measureField('ad_click_count')).toBe('adClickCount');
    expect(findMeasure('indirect_6')).toBe('indirect_6');
    expect(findMeasure('adTouchAvg')).toBe('ad_touch_avg');
    expect(findMeasure('average_period')).toBe('average_latency');
    expect(findMeasure('ad_first_touch_count')).toBe('first_touch_count');
    expect(findMeasure('constructor')).toBeNull();
  });

  it('have unambiguous GraphQL names', () => {
    expect(new Set(measureKeys.map(measureField)).size).toBe(measureKeys.length);
  });

  it('cover what the enumerations of axes and items ask', () => {
    for (const name of [...Object.values(enumerations.AdAnalyzeAxis), ...Object.values(enumerations.TermDisplayItem)]) {
      expect(findMeasure(name)).not.toBeNull();
    }
    expect(attributionPairs.map((pair) => pair.item)).toEqual(Object.values(enumerations.AttributionAnalyzeItem));
  });

  it('stand in their presets', () => {
    expect(presetMeasures[AdAnalyzeItem.AD_COST_EFFECT]).toEqual(['ad_cost', 'ad_cost_unapproved', 'cpa', 'roas', 'roi', 'profit']);
    expect(presetMeasures[AdAnalyzeItem.INDIRECT_EFFECT]).toContain('ad_touch_avg');
    expect(presetMeasures[AdAnalyzeItem.ADD]).not.toContain('cvr');
    expect(presetsOf('attr_cpa')).toEqual([AdAnalyzeItem.CV_CPA]);
  });

  it('read columns that the rollups have', () => {
    const read = Object.values(baseSources).flatMap((source) => (source.table === 'cv' ? [source.column] : []));
    expect(new Set(read)).toEqual(new Set(cvFactColumns));
  });
});

describe('enumerations', () => {
  it('are ordered pairs of name and value', () => {
    expect(enumEntries(enumerations.CvType)).toEqual([
      { name: 'LAST_CV', value: 1 },
      { name: 'MIDDLE_CV', value: 0 },
    ]);
    expect(enumEntries(enumerations.AdAnalyzeItem).map((entry) => entry.value)).toEqual([1, 2, 3, 4, 5, 6, 0]);
    expect(enumEntries(enumerations.QueueResult)).toContainEqual({ name: 'PENDING_SEND', value: null });
  });

  it('know their values', () => {
    expect([isEnumValue(ResultFlag, 2), isEnumValue(ResultFlag, 3), isEnumValue(ResultFlag, '1')]).toEqual([true, false, false]);
    expect([enumName(ResultFlag, 2), enumName(ResultFlag, 9)]).toEqual(['ACTIVE_ALWAYS', null]);
  });

  it('name devices', () => {
    expect([1, 2, 3, 4, 9].map(deviceName)).toEqual(['pc', 'smartphone', 'tablet', 'other', 'other']);
    expect([deviceCode('tablet'), deviceCode('watch')]).toEqual([3, null]);
  });
});

describe('rights', () => {
  /** `menu: ADMIN MANAGER ANALYST AGENCY`, o for own ads only, m for masked. */
  const line = (menu: (typeof rightKeys)[number]): string =>
    [1, 2, 3, 4]
      .map((role) => grantOf(menu, role as RoleType))
      .map(({ right, scope, masked }) => `${right}${right !== 'none' && scope === 'own' ? '-o' : ''}${masked ? '-m' : ''}`)
      .join(' ');

  it.each([
    ['dashboard', 'view view view view-o'],
    ['analyze', 'view view view view-o'],
    ['explorer', 'view view view view-o'],
    ['logs', 'view view view-m view-o-m'],
    ['cv_approve', 'edit edit view view-o-m'],
    ['postbacks', 'edit edit view view-o-m'],
    ['ads', 'edit edit view edit-o'],
    ['redirects', 'edit edit view edit-o'],
    ['asps', 'edit edit view none'],
    ['cv_settings', 'edit edit view none'],
    ['products', 'edit edit view none'],
    ['api_keys', 'edit edit none none'],
    ['users', 'edit none none none'],
    ['audit', 'edit none none none'],
  ] as const)('%s: %s', (menu, expected) => {
    expect(line(menu)).toBe(expected);
  });

  it("are narrowed or widened by the company, never ADMIN's", () => {
    const overrides = [
      { role: RoleType.ADMIN, menu: 'ads', right: 'none' },
      { role: RoleType.ANALYST, menu: 'asps', right: 'edit' },
      { role: RoleType.AGENCY, menu: 'asps', right: 'view' },
      { role: RoleType.MANAGER, menu: 'logs', right: 'none' },
    ] as const;
    expect(grantOf('ads', RoleType.ADMIN, overrides).right).toBe('edit');
    expect(grantOf('asps', RoleType.ANALYST, overrides).right).toBe('edit');
    expect(grantOf('asps', RoleType.AGENCY, overrides)).toEqual({ right: 'view', scope: 'own', masked: false });
    expect(grantOf('logs', RoleType.MANAGER, overrides).right).toBe('none');
  });

  it('reach what they reach', () => {
    expect([allows({ right: 'edit' }, 'view'), allows({ right: 'view' }, 'edit'), allows({ right: 'none' }, 'view')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('navigation', () => {
  it('has every menu of the specification', () => {
    const paths = menuGroups.map((group) => menuEntries(group).map((entry) => entry.path));
    expect(paths.map((group) => group.length)).toEqual([1, 10, 6, 7, 5]);
    expect(new Set(paths.flat()).size).toBe(29);
  });

  it('keeps keys and paths unique, and parents in the menu', () => {
    expect(new Set(routes.map((route) => route.key)).size).toBe(routes.length);
    expect(new Set(routes.map((route) => route.path)).size).toBe(routes.length);
    for (const route of routes) {
      if (route.parent) expect(routes.find((one) => one.key === route.parent)?.group).toBeTruthy();
    }
  });
});

it('axis columns are hidden at first, but not on the CV and LPO pages', () => {
  expect(hiddenAxes('ad-statistics')).toEqual(['agency', 'asp', 'category', 'type1', 'type2', 'type3', 'ad', 'device']);
  expect([hiddenAxes('cv'), hiddenAxes('lpo')]).toEqual([[], []]);
  expect(axisKeys).toHaveLength(10);
});
