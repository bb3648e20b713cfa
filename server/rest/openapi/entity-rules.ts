import { analyzeSettingFields, entities, passwordFields, type Fields } from '../../../shared/entities';
import { isKeyOf } from '../../../shared/records';

/** Rules that are known under another name in the API. */
const renamed: Readonly<Record<string, Fields>> = {
  Domain: entities.crossdomain.fields,
  User: { ...entities.user.fields, password: { ...passwordFields.password, required: false } },
  AnalyzeSetting: analyzeSettingFields,
};

/** The rules of the fields of a GraphQL type or of its input: what forms and mutations judge by. */
export function entityRules(typeName: string): Fields | undefined {
  const name = typeName.replace(/Input$/, '');
  const key = name.charAt(0).toLowerCase() + name.slice(1);
  return renamed[name] ?? (isKeyOf(entities, key) ? entities[key].fields : undefined);
}
