import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import type { UnknownRecord } from '../../shared/records';
import { reportKeys } from '../analysis';

/** What one request may ask for at most. */
export const limits = {
  /** Words and signs of the query text. */
  tokens: 2500,
  /** Fields below each other. GraphiQL's introspection takes 13. */
  depth: 15,
  /** Fields under another name. */
  aliases: 15,
  directives: 20,
  fragments: 20,
  /** Fields, with fragments written out. */
  fields: 600,
  /** Values of the answer at most: a full page of the widest list, or a few reports. */
  cost: 1_500_000,
} as const;

/**
 * Largest body of a request to GraphQL or REST, in bytes. A table of ads to load is longer, and for who is signed in
 * only.
 */
export const bodyLimits = { anybody: 256 * 1024, adTable: 8 * 1024 * 1024 } as const;

/** Rows that a list without a page size is taken for. */
const PLAIN_LIST = 10;
/** Rows that a report or a page without a given size is taken for. */
const WHOLE_REPORT = 1000;
const DEFAULT_PAGE = 30;
/** Operations that answer all their rows unless a page size is given. */
export const REPORTS: ReadonlySet<string> = new Set(reportKeys);
/** Rows that a relation of one row is taken for; a list at the root may bear the same name. */
export const RELATIONS: Readonly<Record<string, number>> = { path: 30, redirects: 10, cvSettings: 6, history: 4, notifications: 3, attemptLog: 6 };
export const LISTS_OF_CHOICES: ReadonlySet<string> = new Set([
  'product', 'agency', 'ad', 'redirect', 'asp', 'cvSetting', 'adCategory', 'adType', 'enums', 'items', 'models', 'lpo', 'adFeeSetting', 'rights',
  'roles', 'sessions', 'apiKeys', 'readTokens', 'analyzeSettings', 'allocationScenarios', 'mediaSources', 'mediaCostDays', 'mediaCosts', 'approvalRuns', 'savedViews', 'reportSchedules', 'reportRecipients', 'reportDeliveries', 'filters', 'dependents', 'missing', 'hosts', 'badEvents', 'rows', 'changes', 'problems', 'updateRoles',
  'updateAnalyzeSettings', 'resetAnalyzeSetting', 'loadRefusedEvents', 'counts', 'notices', 'hops', 'erasures', 'entries', 'frequentPaths', 'steps', 'bars', 'contacts', 'evaluations', 'credit',
  'best', 'worst', 'days', 'silent', 'reasons', 'ending', 'unusual', 'paths', 'partners', 'refused', 'adResultStates', 'adLinkStates', 'tests', 'variants', 'cohorts', 'months', 'ranges', 'firings', 'told', 'cases', 'customFigures',
]);
/** Lists of plain values, which have nothing below them. */
export const LISTS_OF_VALUES: ReadonlySet<string> = new Set(['productIds', 'recipients', 'missing', 'columns', 'axes', 'values', 'ignoredColumns', 'messages', 'resultIds', 'hostNames', 'sentItems']);
/** Lists of the schema's description of itself, taken for what a large schema has. */
const INTROSPECTION: Readonly<Record<string, number>> = {
  types: 250, fields: 20, inputFields: 20, args: 3, enumValues: 5, directives: 5, interfaces: 1, possibleTypes: 1, locations: 3,
};

interface Weight {
  readonly depth: number;
  readonly fields: number;
  readonly cost: number;
  readonly aliases: number;
  readonly directives: number;
}

const NOTHING: Weight = { depth: 0, fields: 0, cost: 0, aliases: 0, directives: 0 };

const add = (a: Weight, b: Weight): Weight => ({
  depth: Math.max(a.depth, b.depth),
  fields: a.fields + b.fields,
  cost: a.cost + b.cost,
  aliases: a.aliases + b.aliases,
  directives: a.directives + b.directives,
});

/** How often a field, with what is below it, is taken to be there. */
function timesOf({ name: { value: name }, selectionSet }: FieldNode, rows: number | null): number {
  if (!selectionSet) return LISTS_OF_VALUES.has(name) ? PLAIN_LIST : 1;
  if (name === 'results') return Math.max(1, rows ?? DEFAULT_PAGE);
  if (LISTS_OF_CHOICES.has(name)) return PLAIN_LIST;
  if (Object.hasOwn(INTROSPECTION, name)) return INTROSPECTION[name] ?? 1;
  return rows !== null && Object.hasOwn(RELATIONS, name) ? (RELATIONS[name] ?? 1) : 1;
}

function numberOf(value: ValueNode | undefined, variables: UnknownRecord): number | null {
  if (value?.kind === Kind.INT) return Number(value.value);
  const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : null;
  return typeof given === 'number' ? given : null;
}

/** The variables as the operation takes them: what is not given has the default that the text says. */
function withDefaults({ variableDefinitions = [] }: OperationDefinitionNode, given: UnknownRecord): UnknownRecord {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...given };
}

/** Weighs an operation; each fragment once, so that nested ones can't multiply the work. */
class Scale {
  private readonly weighed = new Map<string, Weight>();

  constructor(
    private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    private readonly variables: UnknownRecord,
  ) {}

  /** `rows`: how many rows the next `results` holds; none of them at the root of the operation. */
  weigh(set: SelectionSetNode | undefined, rows: number | null): Weight {
    let sum = NOTHING;
    for (const selection of set?.selections ?? []) {
      const directives = selection.directives?.length ?? 0;
      const part =
        selection.kind === Kind.FIELD
          ? this.field(selection, rows)
          : selection.kind === Kind.INLINE_FRAGMENT
            ? this.weigh(selection.selectionSet, rows)
            : this.fragment(selection.name.value, rows);
      sum = add(sum, { ...part, directives: part.directives + directives });
    }
    return sum;
  }

  private field(node: FieldNode, rows: number | null): Weight {
    const name = node.name.value;
    const pageSize = node.arguments?.find((argument) => argument.name.value === 'pageSize');
    const asked = numberOf(pageSize?.value, this.variables);
    const below = this.weigh(node.selectionSet, asked ?? (REPORTS.has(name) ? WHOLE_REPORT : DEFAULT_PAGE));
    return {
      depth: 1 + below.depth,
      fields: 1 + below.fields,
      cost: timesOf(node, rows) * (1 + below.cost),
      aliases: (node.alias ? 1 : 0) + below.aliases,
      directives: below.directives,
    };
  }

  private fragment(name: string, rows: number | null): Weight {
    const key = `${name} ${rows}`;
    const known = this.weighed.get(key);
    if (known) return known;
    // A fragment that holds itself weighs nothing here; validation refuses it.
    this.weighed.set(key, NOTHING);
    const weight = this.weigh(this.fragments.get(name)?.selectionSet, rows);
    this.weighed.set(key, weight);
    return weight;
  }
}

/**
 * What a document asks for. All its operations count, so that it is judged alike whichever of them is asked for. A page
 * size whose variable is not among the given counts as the usual one.
 */
export function weightOf(document: DocumentNode, variables: UnknownRecord): Weight {
  const fragments = new Map(
    document.definitions.flatMap((definition) => (definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [])),
  );
  return document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => {
      const weight = new Scale(fragments, withDefaults(operation, variables)).weigh(operation.selectionSet, null);
      return { ...weight, directives: weight.directives + (operation.directives?.length ?? 0) };
    })
    .reduce(add, NOTHING);
}

/** Why a document is refused, or null when it keeps within the limits. */
export function overLimit(document: DocumentNode, variables: UnknownRecord): string | null {
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).length;
  if (fragments > limits.fragments) return `at most ${limits.fragments} fragments`;
  const weight = weightOf(document, variables);
  const over = (['depth', 'fields', 'aliases', 'directives', 'cost'] as const).find((name) => weight[name] > limits[name]);
  return over ? `${over} ${Math.min(weight[over], Number.MAX_SAFE_INTEGER)} is above ${limits[over]}` : null;
}

/** Name that a `__type` field asks for; null when it can't be told. */
function typeAskedFor(node: FieldNode, variables: UnknownRecord): string | null {
  const value = node.arguments?.find((argument) => argument.name.value === 'name')?.value;
  if (value?.kind === Kind.STRING) return value.value;
  const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : null;
  return typeof given === 'string' ? given : null;
}

/**
 * Whether the document asks what the schema is like. `__type` of a name that is no type tells nothing,
 * and tools that check a server ask for it before they have signed in.
 */
export function asksForSchema(document: DocumentNode, variables: UnknownRecord, isType: (name: string) => boolean): boolean {
  const sets = document.definitions.flatMap((definition) => ('selectionSet' in definition ? [definition.selectionSet] : []));
  for (let set = sets.pop(); set; set = sets.pop()) {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD && selection.name.value === '__schema') return true;
      if (selection.kind === Kind.FIELD && selection.name.value === '__type') {
        const name = typeAskedFor(selection, variables);
        if (name === null || isType(name)) return true;
      }
      if ('selectionSet' in selection && selection.selectionSet) sets.push(selection.selectionSet);
    }
  }
  return false;
}
