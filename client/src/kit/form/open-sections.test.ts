import { RoleType } from '../../../../shared/catalog';
import { closedFields, settingRules, type SettingName } from '../../../../shared/settings';
import { itemOf, openSections } from './form-definition';

const roles = Object.entries(RoleType);
const names = (entity: SettingName): string[] => Object.keys(settingRules[entity].fields);

describe.each(Object.keys(settingRules) as SettingName[])('form of %s', (entity) => {
  it.each(roles)('shows %s the fields that the role writes', (_name, roleType) => {
    const definition = {
      entity,
      sections: names(entity).map((name) => ({ key: name, title: () => name, items: [name] })),
    };
    const visible = openSections(definition, { roleType }).flatMap(({ items }) =>
      items.map((item) => itemOf(item).name),
    );
    const given = roleType === RoleType.AGENCY ? ['agencyId'] : [];
    expect(visible).toEqual(
      names(entity).filter((name) => !closedFields(roleType, entity).has(name) && !given.includes(name)),
    );
  });
});

it('agencies see no costs, all other roles do', () => {
  const definition = {
    entity: 'ad',
    sections: [{ key: 'cost', title: () => '', items: ['clickCost', { render: () => null }] }],
  };
  expect(openSections(definition, { roleType: RoleType.AGENCY })).toEqual([]);
  expect(openSections(definition, { roleType: RoleType.MANAGER })).toEqual(definition.sections);
});
