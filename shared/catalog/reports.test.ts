import {
  nameOrder,
  rankOrder,
  bestAndWorst,
  rankOf,
  findExcess,
  exceeds,
  type RowSortKey,
  type Reach,
} from './reports';
import type { MeasureKey } from './measures';
import { RoleType } from './enums';
import { grantOf, rightKeys, type Grant, type Right, type RightKey, type RightOverride } from './roles';

const place = (name: string, rank: number | null): RowSortKey => ({ name, rank });
const names = (rows: readonly RowSortKey[]): string => rows.map(({ name }) => name).join(' ');
const rows = [
  place('ろ', 2),
  place('は', null),
  place('い', 2),
  place('ほ', 0),
  place('に', -3),
  place('へ', Infinity),
];

describe('report row order', () => {
  it.each([
    ['ascending: rows shown as - last, zero before rows without a rank', true, 'に い ろ へ ほ は'],
    ['descending: costs without a result first, rows without a rank last', false, 'へ い ろ ほ に は'],
  ])('%s', (_, ascending, expected) => expect(names([...rows].sort(rankOrder(ascending)))).toBe(expected));

  it('sorts equal ranks by name, for every column and input order', () => {
    const tied = ['楽天', 'アマゾン', 'Yahoo!', 'ぐるなび'].map((name) => place(name, 1));
    for (const input of [tied, [...tied].reverse()]) {
      expect(names([...input].sort(rankOrder(false)))).toBe('Yahoo! アマゾン ぐるなび 楽天');
      expect(names([...input].sort(nameOrder(true)))).toBe('Yahoo! アマゾン ぐるなび 楽天');
      expect(names([...input].sort(nameOrder(false)))).toBe('楽天 ぐるなび アマゾン Yahoo!');
    }
  });
});

const ad = (id: number, values: Partial<Record<MeasureKey, number | null>>) => ({ id, figures: values });

describe('the rank of a row', () => {
  it.each<[MeasureKey, Partial<Record<MeasureKey, number | null>>, number | null]>([
    ['cvTotalFinal', { cvTotalFinal: 3 }, 3],
    ['roas', { roas: null }, null],
    ['cpa', { cpa: 100, adCost: 500 }, 100],
    ['cpa', { cpa: null, adCost: 500 }, Infinity],
    ['cpa', { cpa: null, adCost: 0 }, null],
  ])('by %s of %j is %p', (key, values, rank) => expect(rankOf(key, values)).toBe(rank));
});

describe('the best and the worst ads', () => {
  const ids = ({ best, worst }: ReturnType<typeof bestAndWorst<ReturnType<typeof ad>>>) => [
    best.map(({ id }) => id),
    worst.map(({ id }) => id),
  ];
  it('by conversions: the most, and the most costly without any', () => {
    const rows = [
      ad(1, { cvTotalFinal: 5, adCost: 9 }),
      ad(2, { cvTotalFinal: 0, adCost: 10 }),
      ad(3, { cvTotalFinal: 0, adCost: 500 }),
      ad(4, { cvTotalFinal: 9, adCost: 1 }),
    ];
    expect(ids(bestAndWorst(rows, 'cvTotalFinal', 2))).toEqual([
      [4, 1],
      [3, 2],
    ]);
  });

  it('by CPA: the lowest, and costs without a result as the worst', () => {
    const rows = [
      ad(1, { cpa: 100, adCost: 100 }),
      ad(2, { cpa: null, adCost: 70 }),
      ad(3, { cpa: 900, adCost: 900 }),
      ad(4, { cpa: null, adCost: 0 }),
      ad(5, { cpa: 50, adCost: 50 }),
    ];
    expect(ids(bestAndWorst(rows, 'cpa', 2))).toEqual([
      [5, 1],
      [2, 3],
    ]);
  });

  it('lists no ad on both sides', () => {
    expect(ids(bestAndWorst([ad(1, { roas: 2 }), ad(2, { roas: 1 })], 'roas', 5))).toEqual([[1, 2], []]);
    expect(ids(bestAndWorst([ad(1, { profit: -5 }), ad(2, { profit: 0 })], 'profit', 5))).toEqual([[1], [2]]);
  });

  it('does not depend on the input order', () => {
    const rows = [
      ad(2, { cvTotalFinal: 1, adCost: 5 }),
      ad(1, { cvTotalFinal: 1, adCost: 5 }),
      ad(3, { cvTotalFinal: 0, adCost: 5 }),
    ];
    expect(ids(bestAndWorst(rows, 'cvTotalFinal', 1))).toEqual(
      ids(bestAndWorst([...rows].reverse(), 'cvTotalFinal', 1)),
    );
  });
});

const { ADMIN, MANAGER, ANALYST, AGENCY } = RoleType;

const reach = (
  role: RoleType,
  rights: Partial<Record<RightKey, Right>> = {},
  more: Partial<Reach> = {},
): Reach => {
  const overrides = Object.entries(rights).map(([menu, right]): RightOverride => ({
    role,
    menu: menu as RightKey,
    right,
  }));
  const grants = Object.fromEntries(
    rightKeys.map((menu) => [menu, grantOf(menu, role, overrides)]),
  ) as Reach['grants'];
  return { role, agencyId: role === AGENCY ? 1 : null, productIds: [1], grants, ...more };
};
const nothing = Object.fromEntries(rightKeys.map((menu) => [menu, 'none'])) as Record<RightKey, Right>;
const everything = Object.fromEntries(rightKeys.map((menu) => [menu, 'edit'])) as Record<RightKey, Right>;

describe('a user with more rights than another', () => {
  it.each<[string, Reach, Reach, string[]]>([
    ['not the same user', reach(MANAGER), reach(MANAGER), []],
    [
      'nobody compared with an ADMIN',
      reach(MANAGER, everything, { productIds: [1, 2, 3] }),
      reach(ADMIN),
      [],
    ],
    ['not an ADMIN compared with another', reach(ADMIN, {}, { productIds: [1, 2] }), reach(ADMIN), []],
    ['an ADMIN compared with the widest MANAGER', reach(ADMIN), reach(MANAGER, everything), ['roleType']],
    ['a MANAGER compared with an ANALYST', reach(MANAGER), reach(ANALYST), ['roleType']],
    ['not an ANALYST compared with a MANAGER', reach(ANALYST), reach(MANAGER), []],
    [
      'a widened ANALYST compared with a MANAGER',
      reach(ANALYST, { roles: 'view' }),
      reach(MANAGER),
      ['roleType'],
    ],
    [
      'an unmasked MANAGER compared with the widest ANALYST',
      reach(MANAGER),
      reach(ANALYST, everything),
      ['roleType'],
    ],
    ['not a MANAGER without rights compared with an ANALYST', reach(MANAGER, nothing), reach(ANALYST), []],
    [
      'a MANAGER without rights compared with an AGENCY, which has only its own ads',
      reach(MANAGER, nothing),
      reach(AGENCY, everything),
      ['roleType'],
    ],
    ['an ANALYST compared with the widest AGENCY', reach(ANALYST), reach(AGENCY, everything), ['roleType']],
    ['not an AGENCY compared with a MANAGER', reach(AGENCY), reach(MANAGER), []],
    ['not an AGENCY compared with the same agency', reach(AGENCY), reach(AGENCY), []],
    ['an AGENCY of another agency', reach(AGENCY, {}, { agencyId: 2 }), reach(AGENCY), ['agencyId']],
    [
      'not an AGENCY without an agency, which has no ads',
      reach(AGENCY, {}, { agencyId: null }),
      reach(AGENCY),
      [],
    ],
    [
      'an AGENCY compared with one without an agency',
      reach(AGENCY),
      reach(AGENCY, {}, { agencyId: null }),
      ['agencyId'],
    ],
    [
      'a user with another product',
      reach(ANALYST, {}, { productIds: [1, 2] }),
      reach(MANAGER),
      ['productIds'],
    ],
    ['not a user with fewer products', reach(MANAGER, {}, { productIds: [] }), reach(MANAGER), []],
    [
      'all three at once',
      reach(AGENCY, { users: 'edit' }, { agencyId: 2, productIds: [9] }),
      reach(AGENCY),
      ['roleType', 'agencyId', 'productIds'],
    ],
  ])('%s', (_name, one, than, expected) => {
    expect(findExcess(one, than)).toEqual(expected);
  });

  const grant = (right: Right, scope: Grant['scope'] = 'all', masked = false): Grant => ({
    right,
    scope,
    masked,
  });
  it.each<[Grant, Grant, boolean]>([
    [grant('none'), grant('none', 'own', true), false],
    [grant('view'), grant('none'), true],
    [grant('edit'), grant('view'), true],
    [grant('view'), grant('edit'), false],
    [grant('view'), grant('edit', 'own'), true],
    [grant('view', 'own'), grant('view'), false],
    [grant('view'), grant('view', 'all', true), true],
    [grant('view', 'all', true), grant('view'), false],
  ])('%j against %j: %s', (one, than, expected) => expect(exceeds(one, than)).toBe(expected));
});
