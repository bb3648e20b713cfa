import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import { enumValues } from '../../../shared/catalog';
import { apiKeyFields, passwordFields, type FieldKind, type Fields } from '../../../shared/settings';
import { withoutSingleProduct, parameterName } from '../arguments';
import type { Naming } from '../mapper';
import type { Route } from '../routes';
import { inputNames } from '../write-input';
import { entityRules, leafSchema, orNull, type Schemas } from './schemas';
import type { JsonSchema } from './description';

type Rule = Fields[string];

const FORMATS: Partial<Record<FieldKind, string>> = { email: 'email', password: 'password' };
const EXAMPLES: Partial<Record<FieldKind, string>> = {
  url: 'https://www.example.com/',
  domain: 'www.example.com',
  measures: 'ad_click_count',
  month: '202601',
  figures: 'cv_total_final>=3,ad_cost>=10000',
  emails: 'someone@example.com,another@example.com',
  phone: '03-1234-5678',
  ip_list: '192.0.2.1, 2001:db8::/32',
  text_list: 'www.example.com, static.example.com',
};
/** Days are accepted with both separators. */
const DAY: JsonSchema = { type: 'string', pattern: '^\\d{4}[/-]\\d{2}[/-]\\d{2}$', examples: ['2026/01/31'] };

/** Returns the bounds of a field, as in forms. */
function bounds({ kind, maxLength, min, max, enumeration, choices }: Rule): JsonSchema {
  return {
    ...(FORMATS[kind] && { format: FORMATS[kind] }),
    ...(EXAMPLES[kind] && { examples: [EXAMPLES[kind]] }),
    ...(kind === 'password' && { minLength: 8 }),
    ...(maxLength !== undefined && { maxLength }),
    ...((kind === 'integer' ||
      kind === 'money' ||
      kind === 'number' ||
      kind === 'percent' ||
      kind === 'ref') && {
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
    }),
    ...(kind === 'list' && max !== undefined && { maxItems: max }),
    ...(enumeration && { enum: enumValues(enumeration) }),
    ...(choices && { enum: [...choices] }),
  };
}

/** Returns the schema of a type's input, without field rules. */
function sentSchema(schemas: Schemas, type: GraphQLInputType, rule: Rule | undefined): JsonSchema {
  const nullable = getNullableType(type);
  if (isListType(nullable))
    return {
      type: 'array',
      items: sentSchema(schemas, nullable.ofType, rule && { ...rule, kind: 'flag', enumeration: undefined }),
    };
  if (isInputObjectType(nullable))
    return schemas.ref(
      nullable.name,
      inputSchema(schemas, nullable, {}, { rules: rule?.entry, whole: true }),
    );
  return getNamedType(nullable).name === 'Date' ? DAY : leafSchema(nullable);
}

function fieldSchema(
  schemas: Schemas,
  { type, description }: Pick<GraphQLInputField, 'type' | 'description'>,
  rule: Rule | undefined,
  needed = false,
): JsonSchema {
  const own = { ...sentSchema(schemas, type, rule), ...(rule && bounds(rule)) };
  const { absent = null, required = false } = rule ?? {};
  const always = needed || isNonNullType(type) || (required && absent === null);
  const usual = absent !== null && !Array.isArray(absent) && { default: absent };
  return { ...(always ? own : orNull(own)), ...usual, ...(description && { description }) };
}

interface Shape {
  readonly rules?: Fields | undefined;
  /** Whether required fields must be present: in a new or replaced entity, not in a partial change. */
  readonly whole: boolean;
  /** Whether the entity is new and must name its product. */
  readonly isNew?: boolean;
}

/** Returns the schema of an input with the specification's names and its validation bounds. */
function inputSchema(
  schemas: Schemas,
  type: GraphQLInputObjectType,
  naming: Naming,
  { rules = entityRules(type.name), whole, isNew = false }: Shape,
): JsonSchema {
  // A new object has no version yet.
  const all = Object.values(type.getFields()).filter(({ name }) => !(isNew && name === 'version'));
  // Selections of rows have one name for one product and several.
  const fields = withoutSingleProduct(all);
  const nameOf = ({ name }: GraphQLInputField): string =>
    fields.length < all.length ? parameterName(name) : (inputNames(name, naming)[0] ?? name);
  // Settings of an ad take its product.
  const namesProduct = isNew && !rules?.adId?.required;
  const needed = ({ name, type: fieldType }: GraphQLInputField): boolean => {
    const rule = rules?.[name];
    return (
      isNonNullType(fieldType) ||
      (rule ? rule.required && rule.absent === null : namesProduct && name === 'productId')
    );
  };
  const required = whole ? fields.filter(needed).map(nameOf) : [];
  const described = (field: GraphQLInputField): JsonSchema => {
    const schema = fieldSchema(schemas, field, rules?.[field.name], whole && needed(field));
    const further = naming.also?.[field.name];
    return further
      ? { ...schema, description: `${field.description ?? ''} Can be sent as \`${further}\` too.`.trim() }
      : schema;
  };
  const properties = Object.fromEntries(fields.map((field) => [nameOf(field), described(field)]));
  return { type: 'object', ...(required.length > 0 && { required }), properties };
}

const SUFFIX: Partial<Record<Route['method'], string>> = { post: 'Create', put: 'Replace', patch: 'Change' };
/** Arguments that are validated like a form field. A key without a name gets a default. */
const argumentRules: Fields = {
  password: passwordFields.password,
  name: { ...apiKeyFields.name, required: false },
};

/**
 * Returns the schema of a mutation's body: the arguments outside the path, with the fields of an input in its
 * place.
 */
export function bodySchema(schemas: Schemas, route: Route, args: readonly GraphQLArgument[]): JsonSchema {
  const [input] = args.filter(({ name }) => name === 'input');
  const type = input && getNamedType(input.type);
  if (isInputObjectType(type)) {
    const shape = { whole: route.method !== 'patch', isNew: route.method === 'post' };
    return schemas.ref(
      `${type.name.replace(/Input$/, '')}${SUFFIX[route.method]}`,
      inputSchema(schemas, type, route.naming ?? {}, shape),
    );
  }
  const ruleOf = ({ name }: GraphQLArgument): Rule | undefined =>
    route.operation === 'signIn' ? undefined : argumentRules[name];
  const required = args.filter(
    (argument) =>
      (isNonNullType(argument.type) || ruleOf(argument)?.required) && argument.defaultValue === undefined,
  );
  return {
    type: 'object',
    ...(required.length > 0 && { required: required.map(({ name }) => parameterName(name)) }),
    properties: Object.fromEntries(
      args.map((argument) => {
        const schema = fieldSchema(schemas, argument, ruleOf(argument));
        return [
          parameterName(argument.name),
          argument.defaultValue === undefined ? schema : { ...schema, default: argument.defaultValue },
        ];
      }),
    ),
  };
}
