import { enumValues, type EnumValue } from '../../shared/catalog';
import { settingRules, type Field, type SettingName } from '../../shared/settings';
import type { FieldType, ScalarFieldType, SettingDefinition, VisibleFields } from './setting-definition';

/** API names of a setting. */
export interface SettingNames {
  /** Type name, also used in mutations: `createAd`, `updateAd`, `deleteAd`. */
  readonly type: string;
  /** Name of the query for a single setting. */
  readonly one: string;
}

export function namesOf({
  name,
  typeName = name,
}: Pick<SettingDefinition, 'name' | 'typeName'>): SettingNames {
  return {
    type: typeName.charAt(0).toUpperCase() + typeName.slice(1),
    one: typeName.charAt(0).toLowerCase() + typeName.slice(1),
  };
}

const fieldTypes: Readonly<Partial<Record<Field['kind'], ScalarFieldType>>> = {
  integer: 'int',
  choice: 'int',
  ref: 'int',
  money: 'float',
  number: 'float',
  percent: 'float',
  flag: 'bool',
  day: 'day',
  text_map: 'textMap',
};

const rulesOf = ({ name }: SettingDefinition): [string, Field][] =>
  Object.entries<Field>(settingRules[name].fields);
const isColumn = ([, { kind }]: [string, Field]): boolean =>
  kind !== 'list' && kind !== 'refs' && kind !== 'keys';

/**
 * Returns the visible fields of a setting. A field that is required or has a default is never null. The product
 * id is followed by the product's name.
 */
export function visibleFields(setting: SettingDefinition): VisibleFields {
  const { owner, fields } = setting;
  const own = rulesOf(setting)
    .filter(isColumn)
    .map(([name, { kind, required, absent }]): [string, FieldType] => {
      const type = fieldTypes[kind] ?? 'text';
      return [name, required || absent !== null ? type : `${type}?`];
    });
  const visible: VisibleFields = fields ?? {
    id: 'int',
    ...(owner === 'product' && { productId: 'int' }),
    ...(owner === 'company' && { companyId: 'int' }),
    ...Object.fromEntries(own),
  };
  return {
    ...Object.fromEntries(
      Object.entries(visible).flatMap(([name, type]) =>
        name === 'productId'
          ? ([
              [name, type],
              ['product', 'label'],
            ] as const)
          : ([[name, type]] as const),
      ),
    ),
    createdAt: 'instant',
    updatedAt: 'instant',
    version: 'int',
  };
}

/** Returns the fields that the list can be filtered by; always its instants. */
export const filterNames = (setting: SettingDefinition): readonly string[] => [
  ...(setting.filters ?? [
    'id',
    ...(setting.owner === 'company' ? ['companyId'] : []),
    ...rulesOf(setting)
      .filter(isColumn)
      .map(([name]) => name),
  ]),
  ...Object.entries(visibleFields(setting)).flatMap(([name, type]) =>
    type === 'instant' || type === 'instant?' ? [name] : [],
  ),
];

/** Returns the values of an enumeration that a field can have; undefined for other fields. */
export function filterValues(setting: SettingName, name: string): readonly EnumValue[] | undefined {
  const field = Object.entries<Field>(settingRules[setting].fields).find(([known]) => known === name)?.[1];
  if (!field?.enumeration) return undefined;
  const isNullable = !field.required && field.absent === null;
  return [...enumValues(field.enumeration), ...(isNullable ? [null] : [])];
}

/** Returns whether the setting can be deleted. */
export const isDeletable = ({ only }: Pick<SettingDefinition, 'only'>): boolean =>
  only?.includes('delete') ?? true;
