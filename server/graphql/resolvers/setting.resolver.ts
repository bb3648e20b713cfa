import { settingRules } from '../../../shared/settings';
import { visibleFields, filterNames } from '../../records/setting-fields';
import { int, opt } from '../fields';
import { readResolver } from './read-resolver';
import { entryInputs, fieldsOf } from '../visible-fields';
import { writeResolver } from './write-resolver';
import { settingEntries } from '../../settings/settings';

/** Resolvers of all settings, generated from their definitions. */
export const settingResolvers = settingEntries.flatMap(([many, setting]) => {
  const { name, type, one, only, byProduct, input = {} } = setting;
  const rules = settingRules[name].fields;
  const visible = visibleFields(setting);
  const ofProduct = setting.owner === 'product';
  return [
    readResolver({
      type,
      one,
      many,
      fields: fieldsOf(visible, rules),
      filters: filterNames(setting),
      ofProduct: byProduct ?? ofProduct,
      service: (services) => services[many],
    }),
    writeResolver({
      setting: name,
      type,
      more: { ...(ofProduct && { productId: opt(int) }), ...fieldsOf(input, rules) },
      entries: entryInputs(visible, rules),
      writer: ({ writes }) => writes[many],
      only,
    }),
  ];
});
