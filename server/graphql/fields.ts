import { ArgsType, Extensions, Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import type { GraphQLField, GraphQLScalarType } from 'graphql';
import type { Day } from '../../shared/domain/calendar';
import type { UnknownRecord } from '../../shared/records';
import { DateScalar, DateTimeScalar } from './scalars';

/** Class that represents a GraphQL type; its fields are declared as data. */
export type TypeClass = abstract new () => object;

type FieldType = GraphQLScalarType | StringConstructor | BooleanConstructor | TypeClass | object;

/** Field of a type, with values of type `T`. */
export interface FieldDef<T = unknown> {
  /** Lazy: types can refer to each other. */
  readonly type: () => FieldType;
  readonly list: boolean;
  readonly nullable: boolean;
  /** Property of the value, if its name differs from the field's. */
  readonly property?: string | undefined;
  /** Default of an argument. */
  readonly defaultValue?: unknown;
  /** Only carries the type of the values; never set. */
  readonly valueType?: T | undefined;
}

export type Fields = Readonly<Record<string, FieldDef>>;

const field = <T>(type: () => FieldType): FieldDef<T> => ({ type, list: false, nullable: false });

/** Field types; all are non-null unless wrapped in `opt`. */
export const int = field<number>(() => Int);
export const float = field<number>(() => Float);
export const text = field<string>(() => String);
export const bool = field<boolean>(() => Boolean);
export const instant = field<Date>(() => DateTimeScalar);
export const day = field<Day>(() => DateScalar);
export const opt = <T>(def: FieldDef<T>): FieldDef<T | null> => ({ ...def, nullable: true });
export const listOf = <T>(def: FieldDef<T>): FieldDef<T[]> => ({ ...def, list: true, valueType: undefined });

/** Refers to a type; an input type can name the type of its values. */
export function ref(type: () => FieldType): FieldDef<UnknownRecord>;
export function ref<T>(type: () => FieldType): FieldDef<T>;
export function ref(type: () => FieldType): FieldDef {
  return field(type);
}

/** Declares an optional argument with a default. */
export const withDefault = <T>(def: FieldDef<T>, defaultValue: unknown): FieldDef<T> => ({
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

/** Returns the property that a field reads; null if the field has its own resolver. */
export function propertyOf(
  field: Pick<GraphQLField<unknown, unknown>, 'name' | 'args' | 'resolve' | 'extensions'>,
): string | null {
  const { property } = field.extensions;
  if (typeof property === 'string') return property;
  return field.resolve || field.args.length > 0 ? null : field.name;
}

/**
 * Picks fields by name.
 * @throws Error for a missing field
 */
export const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.map((name) => {
      const def = fields[name];
      if (!def) throw new Error(`no field ${name}`);
      return [name, def];
    }),
  );

/** Creates a class for a type that is declared as data. */
const typeClass = (name: string): TypeClass => Object.defineProperty(class {}, 'name', { value: name });

const objectTypes = new Map<string, TypeClass>();

/** Declares an object type. Its descriptions are in schema.graphql. */
export function objectType(name: string, fields: Fields): TypeClass {
  const target = typeClass(name);
  objectTypes.set(name, target);
  ObjectType(name)(target);
  addFields(target, fields);
  return target;
}

/** Returns a declared object type by name. */
export function typeOf(name: string): TypeClass {
  const type = objectTypes.get(name);
  if (!type) throw new Error(`no object type ${name}`);
  return type;
}

const inputTypes = new Map<string, TypeClass>();

/** Declares an input type. */
export function inputType(name: string, fields: Fields): TypeClass {
  const target = typeClass(name);
  inputTypes.set(name, target);
  InputType(name)(target);
  addFields(target, fields);
  return target;
}

/** Returns a declared input type by name. */
export function inputTypeOf(name: string): TypeClass {
  const type = inputTypes.get(name);
  if (!type) throw new Error(`no input type ${name}`);
  return type;
}

/** Declares the arguments of an operation. */
export function argsType(fields: Fields): TypeClass {
  const target = typeClass('Arguments');
  ArgsType()(target);
  addFields(target, fields);
  return target;
}

/** Declares the filter of a list: each field takes several alternative values. */
export const filterType = (name: string, fields: Fields): TypeClass =>
  inputType(
    name,
    Object.fromEntries(
      Object.entries(fields).map(([key, field]) => [key, opt(listOf({ ...field, property: undefined }))]),
    ),
  );

/** Declares a page of a type: `{results count page pageSize}` and additional fields. */
export const listType = (name: string, of: TypeClass, more: Fields = {}): TypeClass =>
  objectType(name, { results: listOf(ref(() => of)), count: int, page: int, pageSize: int, ...more });
