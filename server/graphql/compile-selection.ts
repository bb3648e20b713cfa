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
import { ByteChunks } from '../platform/byte-chunks';
import { compileFunction } from '../platform/compile-function';
import { propertyOf } from './fields';

export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** Selected fields by response key. */
export type FieldsByKey = Map<string, FieldNode[]>;

/** Serializes a field's value as JSON. Throws if a non-null field is null. */
export type Serializer = (value: unknown) => Buffer;

/**
 * Signals a selection that only graphql-js can execute: other directives, arguments, or resolvers below the
 * root.
 */
class NotPlain extends Error {}

/**
 * Returns whether `@include` and `@skip` include a selection.
 * @throws NotPlain
 */
function isIncluded({ directives = [] }: SelectionNode, variables: UnknownRecord): boolean {
  return directives.every(({ name, arguments: given }) => {
    const value = given?.find((argument) => argument.name.value === 'if')?.value;
    const condition =
      value?.kind === Kind.VARIABLE
        ? variables[value.name.value]
        : value?.kind === Kind.BOOLEAN
          ? value.value
          : undefined;
    if (typeof condition !== 'boolean' || (name.value !== 'include' && name.value !== 'skip'))
      throw new NotPlain();
    return condition === (name.value === 'include');
  });
}

/**
 * Collects the fields of selection sets and expands fragments.
 * @throws NotPlain
 */
export function collectFields(
  sets: readonly SelectionSetNode[],
  fragments: Fragments,
  variables: UnknownRecord,
  fields: FieldsByKey = new Map(),
): FieldsByKey {
  for (const selection of sets.flatMap((set) => set.selections)) {
    if (!isIncluded(selection, variables)) continue;
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      fields.set(key, [...(fields.get(key) ?? []), selection]);
    } else {
      // Without interfaces and unions, every fragment applies.
      const set =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection.selectionSet
          : fragments[selection.name.value]?.selectionSet;
      if (set) collectFields([set], fragments, variables, fields);
    }
  }
  return fields;
}

const quote = (text: string): string => JSON.stringify(text);

/** Characters that JSON escapes. Surrogates are included, because a lone one is escaped. */
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;
const textJson = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`);

/** Tests and serializers for values of built-in scalars that need no `serialize`. */
const builtInScalars: Readonly<
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

/** Number of characters that are encoded at once. */
const CHUNK_CHARS = 4096;

/** Encodes a response: a short one at once, a long one in pieces. */
class ByteBuilder {
  private readonly full: Buffer[] = [];
  private pieces: ByteChunks | null = null;

  add(text: string): void {
    const piece = (this.pieces ??= new ByteChunks()).add(text);
    if (piece) this.full.push(piece);
  }

  end(text: string): Buffer {
    if (!this.pieces) return Buffer.from(text);
    this.add(text);
    return Buffer.concat([...this.full, this.pieces.take()]);
  }
}

/** Generates the functions of one operation; helpers are passed by index. */
class SelectionCompiler {
  private readonly functions: string[] = [];
  private readonly leaves: GraphQLLeafType[] = [];
  private variableCount = 0;

  constructor(
    private readonly fragments: Fragments,
    private readonly variables: UnknownRecord,
  ) {}

  compile(type: GraphQLOutputType, nodes: readonly FieldNode[], where: string): Serializer {
    const entry = this.appendValue(type, nodes, where, 'value');
    const source = `${this.functions.join('\n')}\nreturn (value) => { const bytes = begin(); let json = ''; ${entry} return bytes.end(json); };`;
    const leafJson = this.leaves.map((leaf) => (value: unknown) => JSON.stringify(leaf.serialize(value)));
    const missing = (name: string): never => {
      throw new Error(`Cannot return null for non-nullable field ${name}.`);
    };
    // Names come from the schema and the validated document, and are quoted.
    return compileFunction<Serializer>(
      { leafJson, textJson, missing, begin: () => new ByteBuilder() },
      source,
    );
  }

  private variable(): string {
    this.variableCount += 1;
    return `v${this.variableCount}`;
  }

  /** Returns source that appends a variable's value to the JSON text. */
  private appendValue(
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
        if (${index} > 0) json += ','; const ${one} = ${variable}[${index}]; ${this.appendValue(type.ofType, nodes, where, one)}
        if (json.length > ${CHUNK_CHARS}) { bytes.add(json); json = ''; } } json += ']';`;
    }
    const named = getNamedType(type);
    if (isLeafType(named)) {
      const index = this.leaves.push(named) - 1;
      const is = builtInScalars[named.name];
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
        return `json += ${quote(begin)}; const ${variable} = object[${quote(property)}]; ${this.appendValue(field.type, below, `${type.name}.${name}`, variable)}`;
      })
      .join('\n');
  }
}

/**
 * Compiles a function that serializes a field's value for this selection and the `variables` that include or
 * skip fields. It is several times faster than field-by-field execution. Returns null if the selection is not
 * plain.
 */
export function compileSelection(
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  fragments: Fragments,
  variables: UnknownRecord,
  where: string,
): Serializer | null {
  try {
    return new SelectionCompiler(fragments, variables).compile(type, nodes, where);
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}
