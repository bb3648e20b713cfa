import {
  Kind,
  parse,
  print,
  type ConstDirectiveNode,
  type DefinitionNode,
  type EnumTypeDefinitionNode,
  type EnumValueDefinitionNode,
  type FieldDefinitionNode,
  type InputObjectTypeDefinitionNode,
  type InputValueDefinitionNode,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  type ScalarTypeDefinitionNode,
} from 'graphql';

/** An argument, an enum value, or a field of an object or an input. */
export interface Member {
  readonly name: string;
  readonly description: string | undefined;
  /** Type in SDL; undefined for an enum value. */
  readonly type: string | undefined;
  /** Default in SDL. */
  readonly defaultValue: string | undefined;
  readonly args: readonly Member[];
  /** Mixins whose fields are arguments of this field. */
  readonly mixins: readonly string[];
}

/** A type, or the part of it that one place declares. */
export interface Definition {
  readonly keyword: 'scalar' | 'enum' | 'input' | 'type';
  readonly name: string;
  readonly description: string | undefined;
  readonly members: readonly Member[];
  readonly mixins: readonly string[];
  /** Arguments of its directives, by directive. */
  readonly directives: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

type MemberNode = FieldDefinitionNode | InputValueDefinitionNode | EnumValueDefinitionNode;
type TypeNode =
  | ScalarTypeDefinitionNode
  | EnumTypeDefinitionNode
  | InputObjectTypeDefinitionNode
  | ObjectTypeDefinitionNode
  | ObjectTypeExtensionNode;

const keywords = {
  [Kind.SCALAR_TYPE_DEFINITION]: 'scalar',
  [Kind.ENUM_TYPE_DEFINITION]: 'enum',
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: 'input',
  [Kind.OBJECT_TYPE_DEFINITION]: 'type',
  [Kind.OBJECT_TYPE_EXTENSION]: 'type',
} as const;

const isType = (node: DefinitionNode): node is TypeNode => node.kind in keywords;

/** Returns the names in `@use(mixins: ["Page", "Cursors"])`. */
const mixinsOf = (directives: readonly ConstDirectiveNode[] = []): string[] =>
  directives
    .filter(({ name }) => name.value === 'use')
    .flatMap((directive) => directive.arguments ?? [])
    .flatMap(({ value }) => (value.kind === Kind.LIST ? value.values : []))
    .flatMap((value) => (value.kind === Kind.STRING ? value.value : []));

const memberOf = (node: MemberNode): Member => ({
  name: node.name.value,
  description: node.description?.value,
  type: node.kind === Kind.ENUM_VALUE_DEFINITION ? undefined : print(node.type),
  defaultValue:
    node.kind === Kind.INPUT_VALUE_DEFINITION && node.defaultValue ? print(node.defaultValue) : undefined,
  args: node.kind === Kind.FIELD_DEFINITION ? (node.arguments ?? []).map(memberOf) : [],
  mixins: mixinsOf(node.directives),
});

function membersOf(node: TypeNode): readonly MemberNode[] {
  if (node.kind === Kind.SCALAR_TYPE_DEFINITION) return [];
  return (node.kind === Kind.ENUM_TYPE_DEFINITION ? node.values : node.fields) ?? [];
}

const definitionOf = (node: TypeNode): Definition => ({
  keyword: keywords[node.kind],
  name: node.name.value,
  description: 'description' in node ? node.description?.value : undefined,
  members: membersOf(node).map(memberOf),
  mixins: mixinsOf(node.directives),
  directives: Object.fromEntries(
    (node.directives ?? []).map(({ name, arguments: args = [] }) => [
      name.value,
      Object.fromEntries(
        args.flatMap((arg) => ('value' in arg.value ? [[arg.name.value, String(arg.value.value)]] : [])),
      ),
    ]),
  ),
});

/** Reads the types of an SDL text. Definitions of directives only serve editors. */
export const parseSdl = (text: string): Definition[] =>
  parse(text, { noLocation: true }).definitions.flatMap((node) => (isType(node) ? definitionOf(node) : []));

/** Joins members; a later one replaces an earlier one of its name in place, and takes over what it leaves out. */
function mergeMembers(members: readonly Member[]): Member[] {
  const merged = new Map<string, Member>();
  for (const member of members) {
    const known = merged.get(member.name);
    merged.set(
      member.name,
      known
        ? {
            ...member,
            description: member.description ?? known.description,
            args: mergeMembers([...known.args, ...member.args]),
            mixins: [...new Set([...known.mixins, ...member.mixins])],
          }
        : member,
    );
  }
  return [...merged.values()];
}

/** Joins the definitions of each type; later ones replace or add to earlier ones. */
export function mergeDefinitions(definitions: Iterable<Definition>): Map<string, Definition> {
  const merged = new Map<string, Definition>();
  for (const definition of definitions) {
    const known = merged.get(definition.name);
    merged.set(
      definition.name,
      known
        ? {
            ...definition,
            description: definition.description ?? known.description,
            members: mergeMembers([...known.members, ...definition.members]),
            mixins: [...new Set([...known.mixins, ...definition.mixins])],
            directives: { ...known.directives, ...definition.directives },
          }
        : definition,
    );
  }
  return merged;
}

/** Adds the members of mixins before a type's own ones. @throws Error for an unknown mixin */
export function withMixins(
  definitions: ReadonlyMap<string, Definition>,
  { members, mixins }: Pick<Definition, 'members' | 'mixins'>,
): Member[] {
  const mixed = mixins.flatMap((name) => {
    const mixin = definitions.get(name);
    if (!mixin) throw new Error(`no mixin ${name}`);
    return withMixins(definitions, mixin);
  });
  return mergeMembers([
    ...mixed,
    ...members.map((member) => ({
      ...member,
      args: withMixins(definitions, { members: member.args, mixins: member.mixins }),
      mixins: [],
    })),
  ]);
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => (line ? `  ${line}` : line));

const describe = (description: string | undefined): string[] =>
  description === undefined ? [] : ['"""', ...description.split('\n'), '"""'];

function memberLines({ name, description, type, defaultValue, args }: Member): string[] {
  const ending = `${type ? `: ${type}` : ''}${defaultValue === undefined ? '' : ` = ${defaultValue}`}`;
  return [
    ...describe(description),
    ...(args.length > 0
      ? [`${name}(`, ...indented(args.flatMap(memberLines)), `)${ending}`]
      : [`${name}${ending}`]),
  ];
}

/** Prints a type in the format of the repository. */
export function printDefinition({ keyword, name, description, members }: Definition): string {
  const body = members.flatMap((member, i) => [...(i > 0 ? [''] : []), ...memberLines(member)]);
  return [
    ...describe(description),
    ...(members.length > 0 ? [`${keyword} ${name} {`, ...indented(body), '}'] : [`${keyword} ${name}`]),
  ].join('\n');
}
