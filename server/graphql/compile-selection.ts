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
import { Pieces } from '../byte-chunks';
import { writtenFunction } from '../compile-function';
import { propertyOf } from './fields';

export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** The fields asked for, by the name they go out under. */
export type Collected = Map<string, FieldNode[]>;

/** Writes the answer of a field, as JSON, from what its resolver gave. Throws where something that is never null is null. */
export type Write = (value: unknown) => Buffer;

/** The selection has parts that only the general executor knows: other directives, arguments, resolvers below the root. */
class NotPlain extends Error {}

/** Whether `@include` and `@skip` leave a selection in. @throws NotPlain */
function isIncluded({ directives = [] }: SelectionNode, variables: UnknownRecord): boolean {
  return directives.every(({ name, arguments: given }) => {
    const value = given?.find((argument) => argument.name.value === 'if')?.value;
    const asked =
      value?.kind === Kind.VARIABLE
        ? variables[value.name.value]
        : value?.kind === Kind.BOOLEAN
          ? value.value
          : undefined;
    if (typeof asked !== 'boolean' || (name.value !== 'include' && name.value !== 'skip'))
      throw new NotPlain();
    return asked === (name.value === 'include');
  });
}

/** The fields of selection sets, fragments written out. @throws NotPlain */
export function collectFields(
  sets: readonly SelectionSetNode[],
  fragments: Fragments,
  variables: UnknownRecord,
  found: Collected = new Map(),
): Collected {
  for (const selection of sets.flatMap((set) => set.selections)) {
    if (!isIncluded(selection, variables)) continue;
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      found.set(key, [...(found.get(key) ?? []), selection]);
    } else {
      // Without interfaces and unions every fragment applies.
      const set =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection.selectionSet
          : fragments[selection.name.value]?.selectionSet;
      if (set) collectFields([set], fragments, variables, found);
    }
  }
  return found;
}

const quote = (text: string): string => JSON.stringify(text);

/** Characters that a text may not hold as they are; halves of what takes two are among them, as one may stand alone. */
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;
const textJson = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`);

/** Values of built-in scalars that are already what goes out, and how they are written. */
const ready: Readonly<
  Record<string, { readonly test: (value: string) => string; readonly json: (value: string) => string }>
> = {
  Int: { test: (value) => `${value} === (${value} | 0)`, json: (value) => value },
  Float: {
    test: (value) => `typeof ${value} === 'number' && ${value} - ${value} === 0`,
    json: (value) => value,
  },
  String: { test: (value) => `typeof ${value} === 'string'`, json: (value) => `textJson(${value})` },
  Boolean: { test: (value) => `typeof ${value} === 'boolean'`, json: (value) => value },
};

/** So many characters are made bytes at once. */
const AT_ONCE = 4096;

/** The bytes of an answer: short ones at once, long ones in pieces. */
class Bytes {
  private readonly full: Buffer[] = [];
  private pieces: Pieces | null = null;

  add(text: string): void {
    const piece = (this.pieces ??= new Pieces()).add(text);
    if (piece) this.full.push(piece);
  }

  end(text: string): Buffer {
    if (!this.pieces) return Buffer.from(text);
    this.add(text);
    return Buffer.concat([...this.full, this.pieces.take()]);
  }
}

/** Writes the functions of one operation; helpers are handed over by their index. */
class Writer {
  private readonly functions: string[] = [];
  private readonly leaves: GraphQLLeafType[] = [];
  private variablesMade = 0;

  constructor(
    private readonly fragments: Fragments,
    private readonly variables: UnknownRecord,
  ) {}

  compile(type: GraphQLOutputType, nodes: readonly FieldNode[], where: string): Write {
    const entry = this.value(type, nodes, where, 'value');
    const source = `${this.functions.join('\n')}\nreturn (value) => { const bytes = begin(); let json = ''; ${entry} return bytes.end(json); };`;
    const leafJson = this.leaves.map((leaf) => (value: unknown) => JSON.stringify(leaf.serialize(value)));
    const missing = (name: string): never => {
      throw new Error(`Cannot return null for non-nullable field ${name}.`);
    };
    // Names come from the schema and the validated document, and are quoted.
    return writtenFunction<Write>({ leafJson, textJson, missing, begin: () => new Bytes() }, source);
  }

  private variable(): string {
    this.variablesMade += 1;
    return `v${this.variablesMade}`;
  }

  /** What adds a value of the type, which stands in a variable, to the text. */
  private value(
    type: GraphQLOutputType,
    nodes: readonly FieldNode[],
    where: string,
    variable: string,
  ): string {
    const nullable = isNonNullType(type) ? type.ofType : type;
    const none = isNonNullType(type) ? `missing(${quote(where)});` : "json += 'null';";
    return `if (${variable} === null || ${variable} === undefined) { ${none} } else { ${this.present(nullable, nodes, where, variable)} }`;
  }

  private present(
    type: GraphQLOutputType,
    nodes: readonly FieldNode[],
    where: string,
    variable: string,
  ): string {
    if (isListType(type)) {
      const [index, one] = [this.variable(), this.variable()];
      return `json += '['; for (let ${index} = 0; ${index} < ${variable}.length; ${index} += 1) {
        if (${index} > 0) json += ','; const ${one} = ${variable}[${index}]; ${this.value(type.ofType, nodes, where, one)}
        if (json.length > ${AT_ONCE}) { bytes.add(json); json = ''; } } json += ']';`;
    }
    const named = getNamedType(type);
    if (isLeafType(named)) {
      const index = this.leaves.push(named) - 1;
      const is = ready[named.name];
      return `${is ? `if (${is.test(variable)}) json += ${is.json(variable)}; else ` : ''}json += leafJson[${index}](${variable});`;
    }
    if (!isObjectType(named)) throw new NotPlain();
    const name = `f${this.functions.length}`;
    const at = this.functions.push('') - 1;
    this.functions[at] =
      `function ${name}(object, json, bytes) { json += '{'; ${this.fields(named, nodes)} return json + '}'; }`;
    return `json = ${name}(${variable}, json, bytes);`;
  }

  private fields(type: GraphQLObjectType, nodes: readonly FieldNode[]): string {
    const sets = nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []));
    return [...collectFields(sets, this.fragments, this.variables)]
      .map(([key, below], index) => {
        const name = below[0]?.name.value ?? '';
        const begin = `${index > 0 ? ',' : ''}${quote(key)}:`;
        if (name === '__typename') return `json += ${quote(begin + quote(type.name))};`;
        const field = type.getFields()[name];
        const property = field ? propertyOf(field) : null;
        if (!field || property === null) throw new NotPlain();
        const variable = this.variable();
        return `json += ${quote(begin)}; const ${variable} = object[${quote(property)}]; ${this.value(field.type, below, `${type.name}.${name}`, variable)}`;
      })
      .join('\n');
  }
}

/**
 * A function that writes a field's answer from its resolver's value, made for this very selection and what `variables`
 * include in it: rows go out several times faster than field by field. Null when the selection is not plain.
 */
export function compileSelection(
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  fragments: Fragments,
  variables: UnknownRecord,
  where: string,
): Write | null {
  try {
    return new Writer(fragments, variables).compile(type, nodes, where);
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}
