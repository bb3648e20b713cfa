import { visibleFields } from '../../records/setting-fields';
import { settingEntries } from '../../settings/settings';
import { objectType } from '../fields';
import { fieldsOf } from '../visible-fields';
import { readResolver } from './read-resolver';
import { writeResolver } from './write-resolver';

/** Resolvers of all settings, generated from their definitions. */
export const settingResolvers = settingEntries.flatMap(([many, setting]) => {
  const { type, one, only, byProduct, owner } = setting;
  objectType(type, fieldsOf(visibleFields(setting)));
  return [
    readResolver({
      type,
      one,
      many,
      ofProduct: byProduct ?? owner === 'product',
      service: (services) => services[many],
    }),
    writeResolver({ type, writer: ({ writes }) => writes[many], only }),
  ];
});
