import {
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { UnknownRecord } from '../../shared/records';
import { writtenFunction } from '../written-function';
import { propertyOf } from './fields';

export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** The fields asked for, by the name they go out under. */
export type Collected = Map<string, FieldNode[]>;

/** Makes the answer of a field from what its resolver gave. Throws where something that is never null is null. */
export type Complete = (value: unknown) => unknown;

/** The selection has parts that only the general executor knows: other directives, arguments, resolvers below the root. */
class NotPlain extends Error {}

/** Whether `@include` and `@skip` leave a selection in. @throws NotPlain */
function isIncluded({ directives = [] }: SelectionNode, variables: UnknownRecord): boolean {
  return directives.every(({ name, arguments: given }) => {
    const value = given?.find((argument) => argument.name.value === 'if')?.value;
    const asked = value?.kind === Kind.VARIABLE ? variables[value.name.value] : value?.kind === Kind.BOOLEAN ? value.value : undefined;
    if (typeof asked !== 'boolean' || (name.value !== 'include' && name.value !== 'skip')) throw new NotPlain();
    return asked === (name.value === 'include');
  });
}

/** The fields of selection sets, fragments written out. @throws NotPlain */
export function collectFields(sets: readonly SelectionSetNode[], fragments: Fragments, variables: UnknownRecord, found: Collected = new Map()): Collected {
  for (const selection of sets.flatMap((set) => set.selections)) {
    if (!isIncluded(selection, variables)) continue;
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      // In an object literal this name would set the prototype instead of a property.
      if (key === '__proto__') throw new NotPlain();
      found.set(key, [...(found.get(key) ?? []), selection]);
    } else {
      // Without interfaces and unions every fragment applies.
      const set = selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet : fragments[selection.name.value]?.selectionSet;
      if (set) collectFields([set], fragments, variables, found);
    }
  }
  return found;
}

const quote = (text: string): string => JSON.stringify(text);

/** Values of built-in scalars that are already what goes out. */
const ready: Readonly<Record<string, (value: string) => string>> = {
  Int: (value) => `${value} === (${value} | 0)`,
  Float: (value) => `typeof ${value} === 'number' && ${value} - ${value} === 0`,
  String: (value) => `typeof ${value} === 'string'`,
  Boolean: (value) => `typeof ${value} === 'boolean'`,
};

/** Writes the functions of one operation; helpers are handed over by their index. */
class Writer {
  private readonly functions: string[] = [];
  private readonly leaves: GraphQLLeafType[] = [];

  constructor(
    private readonly fragments: Fragments,
    private readonly variables: UnknownRecord,
  ) {}

  compile(type: GraphQLOutputType, nodes: readonly FieldNode[], where: string): Complete {
    const entry = this.value(type, nodes, where);
    const source = `${this.functions.join('\n')}\nreturn ${entry};`;
    const serialize = this.leaves.map((leaf) => (value: unknown) => leaf.serialize(value));
    const missing = (name: string): never => {
      throw new Error(`Cannot return null for non-nullable field ${name}.`);
    };
    // Names come from the schema and the validated document, and are quoted.
    return writtenFunction<Complete>({ serialize, missing }, source);
  }

  /** Name of a function for values of the type. */
  private value(type: GraphQLOutputType, nodes: readonly FieldNode[], where: string): string {
    const name = `f${this.functions.length}`;
    const at = this.functions.push('') - 1;
    const nullable = isNonNullType(type) ? type.ofType : type;
    const none = isNonNullType(type) ? `return missing(${quote(where)})` : 'return null';
    this.functions[at] = `function ${name}(v) { if (v === null || v === undefined) { ${none}; } ${this.body(nullable, nodes, where)} }`;
    return name;
  }

  private body(type: GraphQLOutputType, nodes: readonly FieldNode[], where: string): string {
    if (isListType(type)) {
      const each = this.value(type.ofType, nodes, where);
      return `const to = new Array(v.length); for (let i = 0; i < v.length; i += 1) to[i] = ${each}(v[i]); return to;`;
    }
    const named = getNamedType(type);
    if (isLeafType(named)) {
      const index = this.leaves.push(named) - 1;
      const test = ready[named.name]?.('v');
      return `${test ? `if (${test}) return v; ` : ''}return serialize[${index}](v);`;
    }
    if (!isObjectType(named)) throw new NotPlain();
    return `return { ${this.fields(named, nodes)} };`;
  }

  private fields(type: GraphQLObjectType, nodes: readonly FieldNode[]): string {
    const sets = nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []));
    return [...collectFields(sets, this.fragments, this.variables)]
      .map(([key, below]) => {
        const name = below[0]?.name.value ?? '';
        if (name === '__typename') return `${quote(key)}: ${quote(type.name)}`;
        const field = type.getFields()[name];
        const property = field ? propertyOf(field) : null;
        if (!field || property === null) throw new NotPlain();
        return `${quote(key)}: ${this.value(field.type, below, `${type.name}.${name}`)}(v[${quote(property)}])`;
      })
      .join(', ');
  }
}

/**
 * A function that makes a field's answer from its resolver's value, written for this very selection and what
 * `variables` include in it: rows go out several times faster than field by field. Null when the selection is not plain.
 */
export function compileSelection(type: GraphQLOutputType, nodes: readonly FieldNode[], fragments: Fragments, variables: UnknownRecord, where: string): Complete | null {
  try {
    return new Writer(fragments, variables).compile(type, nodes, where);
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}
