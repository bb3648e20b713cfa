import { analyzeSettingFields, entities, passwordFields, type Field, type Fields } from '../../../shared/entities';

type Rules = Readonly<Record<string, Field>>;

/** Rules that are known under another name in the API. */
const renamed: Readonly<Record<string, Fields>> = {
  Domain: entities.crossdomain.fields,
  User: { ...entities.user.fields, password: { ...passwordFields.password, required: false } },
  AnalyzeSetting: analyzeSettingFields,
};

/** The rules of the fields of a GraphQL type or of its input: what forms and mutations judge by. */
export function entityRules(typeName: string): Rules | undefined {
  const name = typeName.replace(/Input$/, '');
  const key = name.charAt(0).toLowerCase() + name.slice(1);
  const fields = renamed[name] ?? (Object.hasOwn(entities, key) ? entities[key as keyof typeof entities].fields : undefined);
  return fields as Rules | undefined;
}
