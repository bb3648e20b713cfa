import { RoleType } from './enums';
import { findExcess, exceeds, type Reach } from './reach';
import { grantOf, rightKeys, type Grant, type Right, type RightKey, type RightOverride } from './roles';

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
