import { ArgsType, Extensions, Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import type { GraphQLField, GraphQLScalarType } from 'graphql';
import { DateScalar, DateTimeScalar } from './scalars';

/** A class that stands for a GraphQL type; its fields are declared as data. */
export type TypeClass = abstract new () => object;

type FieldType = GraphQLScalarType | StringConstructor | BooleanConstructor | TypeClass | object;

/** One field of a type. */
export interface FieldDef {
  /** Read lazily: types may refer to each other. */
  readonly type: () => FieldType;
  readonly list: boolean;
  readonly nullable: boolean;
  /** Property that holds the value, where it is not named like the field. */
  readonly property?: string | undefined;
  /** Of an argument that is not given. */
  readonly defaultValue?: unknown;
}

export type Fields = Readonly<Record<string, FieldDef>>;

const field = (type: () => FieldType): FieldDef => ({ type, list: false, nullable: false });

/** The field types; all say "never null" unless wrapped in `opt`. */
export const int = field(() => Int);
export const float = field(() => Float);
export const text = field(() => String);
export const bool = field(() => Boolean);
export const instant = field(() => DateTimeScalar);
export const day = field(() => DateScalar);
export const ref = (type: () => FieldType): FieldDef => field(type);
export const opt = (def: FieldDef): FieldDef => ({ ...def, nullable: true });
export const listOf = (def: FieldDef): FieldDef => ({ ...def, list: true });

/** An argument that may be left out, with what it is then. */
export const otherwise = (def: FieldDef, defaultValue: unknown): FieldDef => ({
  ...def,
  nullable: true,
  defaultValue,
});

function addFields(target: TypeClass, fields: Fields): void {
  for (const [name, def] of Object.entries(fields)) {
    const type = () => (def.list ? [def.type()] : def.type());
    const options = { nullable: def.nullable, defaultValue: def.defaultValue, simple: true };
    Field(type, options)(target.prototype, name);
    if (def.property) Extensions({ property: def.property })(target.prototype, name);
  }
}

/** The property that a field is read from; null when it has a resolver of its own. */
export function propertyOf(
  field: Pick<GraphQLField<unknown, unknown>, 'name' | 'args' | 'resolve' | 'extensions'>,
): string | null {
  const { property } = field.extensions;
  if (typeof property === 'string') return property;
  return field.resolve || field.args.length > 0 ? null : field.name;
}

/** Some of the fields. @throws when one is not there */
export const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.map((name) => {
      const def = fields[name];
      if (!def) throw new Error(`no field ${name}`);
      return [name, def];
    }),
  );

/** A class of its own for a type that is declared as data only. */
const typeClass = (name: string): TypeClass => Object.defineProperty(class {}, 'name', { value: name });

const objectTypes = new Map<string, TypeClass>();

/** An object type from its fields. Descriptions stand in schema.graphql alone. */
export function objectType(name: string, fields: Fields): TypeClass {
  const target = typeClass(name);
  objectTypes.set(name, target);
  ObjectType(name)(target);
  addFields(target, fields);
  return target;
}

/** The object type made before under a name. */
export function typeOf(name: string): TypeClass {
  const type = objectTypes.get(name);
  if (!type) throw new Error(`no object type ${name}`);
  return type;
}

const inputTypes = new Map<string, TypeClass>();

/** An input type from its fields. */
export function inputType(name: string, fields: Fields): TypeClass {
  const target = typeClass(name);
  inputTypes.set(name, target);
  InputType(name)(target);
  addFields(target, fields);
  return target;
}

/** The input type made before under a name. */
export function inputTypeOf(name: string): TypeClass {
  const type = inputTypes.get(name);
  if (!type) throw new Error(`no input type ${name}`);
  return type;
}

/** The arguments of an operation from their fields. */
export function argsType(fields: Fields): TypeClass {
  const target = typeClass('Arguments');
  ArgsType()(target);
  addFields(target, fields);
  return target;
}

/** The filter of a list: each named field with several alternative values. */
export const filterType = (name: string, fields: Fields): TypeClass =>
  inputType(
    name,
    Object.fromEntries(
      Object.entries(fields).map(([key, field]) => [key, opt(listOf({ ...field, property: undefined }))]),
    ),
  );

/** A page of a type: `{results count page pageSize}`, and what some pages say beside. */
export const listType = (name: string, of: TypeClass, more: Fields = {}): TypeClass =>
  objectType(name, { results: listOf(ref(() => of)), count: int, page: int, pageSize: int, ...more });
