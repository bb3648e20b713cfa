import { entities } from '../../shared/settings';
import { shownFields, shownFilters } from '../records/setting-record';
import { int, opt } from '../graphql/fields';
import { readResolver } from '../graphql/read-resolver';
import { entryInputs, fieldsOf } from '../graphql/visible-fields';
import { writeResolver } from '../graphql/write-resolver';
import { settingEntries } from './settings';

/** Resolvers of all settings, generated from their records. */
export const settingResolvers = settingEntries.flatMap(([name, record]) => {
  const { type, one, entity, only, byProduct, input = {} } = record;
  const rules = entities[entity].fields;
  const shown = shownFields(record);
  const ofProduct = record.owner === 'product';
  return [
    readResolver({
      type,
      one,
      many: name,
      fields: fieldsOf(shown, rules),
      filters: shownFilters(record),
      ofProduct: byProduct ?? ofProduct,
      service: (services) => services[name],
    }),
    writeResolver({
      entity,
      type,
      more: { ...(ofProduct && { productId: opt(int) }), ...fieldsOf(input, rules) },
      entries: entryInputs(shown, rules),
      writer: ({ writes }) => writes[name],
      only,
    }),
  ];
});
