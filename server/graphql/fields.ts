import { registerEnumType, ArgsType, Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLScalarType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNullableType,
  isObjectType,
} from 'graphql';
import type { Day } from '../../shared/domain/calendar';
import type { UnknownRecord } from '../../shared/records';
import { DateScalar, DateTimeScalar, EnumValueScalar, JsonObjectScalar, TextMapScalar } from './scalars';

/** Levels of a right, as GraphQL names. */
const RightLevel = { NONE: 'none', VIEW: 'view', EDIT: 'edit' } as const;
registerEnumType(RightLevel, { name: 'RightLevel' });

/** Class that represents a GraphQL type; its fields are declared as data. */
export type TypeClass = abstract new () => object;

type FieldType = GraphQLScalarType | StringConstructor | BooleanConstructor | TypeClass | object;

/** Field of a type, with values of type `T`. */
export interface FieldDef<T = unknown> {
  /** Lazy: types can refer to each other. */
  readonly type: () => FieldType;
  readonly list: boolean;
  readonly nullable: boolean;
  /** Whether entries of a list can be null. */
  readonly nullableEntries?: boolean;
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
export const textMap = field<Readonly<Record<string, string>>>(() => TextMapScalar);
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
    const nullable = def.nullableEntries ? ('itemsAndList' as const) : def.nullable;
    const options = { nullable, defaultValue: def.defaultValue, simple: true };
    Field(type, options)(target.prototype, name);
  }
}

/** Returns whether a field reads the property of its name: it has no resolver and no arguments. */
export const isPlain = ({
  resolve,
  args,
}: Pick<GraphQLField<unknown, unknown>, 'resolve' | 'args'>): boolean => !resolve && args.length === 0;

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
const inputTypes = new Map<string, TypeClass>();
const declared = new Set<TypeClass>();

function classOf(types: Map<string, TypeClass>, name: string): TypeClass {
  const type = types.get(name) ?? typeClass(name);
  types.set(name, type);
  return type;
}

/** Returns an object type by name. A type that no code declares has the fields of the contract. */
export const typeOf = (name: string): TypeClass => classOf(objectTypes, name);

/** Returns an input type by name. A type that no code declares has the fields of the contract. */
export const inputTypeOf = (name: string): TypeClass => classOf(inputTypes, name);

/** Declares an object type. Its descriptions are in the contract. */
export function objectType(name: string, fields: Fields): TypeClass {
  const target = typeOf(name);
  declared.add(target);
  ObjectType(name)(target);
  addFields(target, fields);
  return target;
}

/** Declares an input type. */
export function inputType(name: string, fields: Fields): TypeClass {
  const target = inputTypeOf(name);
  declared.add(target);
  InputType(name)(target);
  addFields(target, fields);
  return target;
}

const leafTypes: Readonly<Record<string, FieldDef>> = {
  Int: int,
  Float: float,
  String: text,
  Boolean: bool,
  Date: day,
  DateTime: instant,
  EnumValue: ref(() => EnumValueScalar),
  TextMap: textMap,
  JsonObject: ref(() => JsonObjectScalar),
  RightLevel: ref(() => RightLevel),
};

/** Builds the fields of a type as the contract has them. Fields with arguments have their own resolvers. */
function fieldsOfContract(source: GraphQLObjectType | GraphQLInputObjectType): Fields {
  const named = isObjectType(source) ? typeOf : inputTypeOf;
  return Object.fromEntries(
    Object.values<GraphQLField<unknown, unknown> | GraphQLInputField>(source.getFields())
      .filter((field) => !('args' in field && field.args.length > 0))
      .map((field) => {
        const { name } = getNamedType(field.type);
        const { type } = leafTypes[name] ?? ref(() => named(name));
        const nullableType = getNullableType(field.type);
        const list = isListType(nullableType);
        const nullableEntries = isListType(nullableType) && isNullableType(nullableType.ofType);
        return [field.name, { type, list, nullable: isNullableType(field.type), nullableEntries }];
      }),
  );
}

/** Declares the types of the contract that no code declares. */
export function declareContractTypes(contract: GraphQLSchema): void {
  const operations = [contract.getQueryType(), contract.getMutationType()];
  for (const type of Object.values(contract.getTypeMap())) {
    if (type.name.startsWith('__') || operations.some((one) => one === type)) continue;
    if (isObjectType(type) && !declared.has(typeOf(type.name))) objectType(type.name, fieldsOfContract(type));
    if (isInputObjectType(type) && !declared.has(inputTypeOf(type.name)))
      inputType(type.name, fieldsOfContract(type));
  }
}

/** Declares the arguments of an operation. */
export function argsType(fields: Fields): TypeClass {
  const target = typeClass('Arguments');
  ArgsType()(target);
  addFields(target, fields);
  return target;
}

/** Field with the label of an id. */
export const label: FieldDef = ref(() => typeOf('Selection'));
