import { settingDefinitions } from '../../../shared/settings';
import { visibleFields, filterNames } from '../../records/setting-record';
import { int, opt } from '../fields';
import { readResolver } from './read-resolver';
import { entryInputs, fieldsOf } from '../visible-fields';
import { writeResolver } from './write-resolver';
import { settingEntries } from '../../settings/settings';

/** Resolvers of all settings, generated from their records. */
export const settingResolvers = settingEntries.flatMap(([name, record]) => {
  const { type, one, entity, only, byProduct, input = {} } = record;
  const rules = settingDefinitions[entity].fields;
  const visible = visibleFields(record);
  const ofProduct = record.owner === 'product';
  return [
    readResolver({
      type,
      one,
      many: name,
      fields: fieldsOf(visible, rules),
      filters: filterNames(record),
      ofProduct: byProduct ?? ofProduct,
      service: (services) => services[name],
    }),
    writeResolver({
      entity,
      type,
      more: { ...(ofProduct && { productId: opt(int) }), ...fieldsOf(input, rules) },
      entries: entryInputs(visible, rules),
      writer: ({ writes }) => writes[name],
      only,
    }),
  ];
});
