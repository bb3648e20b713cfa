import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { reportNames } from '../catalog';
import type { UnknownRecord } from '../records';

/** Limits of a GraphQL request. The server enforces them, and the explorer shows them beforehand. */
export const limits = {
  /** Tokens of the query text. */
  tokens: 2500,
  /** Nesting depth of fields. GraphiQL's introspection uses 13. */
  depth: 15,
  /** Aliased fields. */
  aliases: 15,
  directives: 20,
  fragments: 20,
  /** Fields, with fragments expanded. */
  fields: 600,
  /** Estimated values of the response: a full page of the widest list, or a few reports. */
  cost: 1_500_000,
} as const;

/** Estimated rows of a list without a page size. */
const DEFAULT_LIST_ROWS = 10;
/** Estimated rows of a report without a page size. */
const DEFAULT_REPORT_ROWS = 1000;
const DEFAULT_PAGE_ROWS = 30;
/** Operations that return all rows without a page size. */
export const REPORTS: ReadonlySet<string> = new Set([...reportNames, 'disagreement']);
/** Estimated rows of a relation. A root list can have the same name. */
export const RELATIONS: Readonly<Record<string, number>> = {
  path: 30,
  redirects: 10,
  cvSettings: 6,
  amendments: 4,
  history: 4,
  notifications: 3,
  attemptLog: 6,
};
export const SHORT_LISTS: ReadonlySet<string> = new Set([
  'product',
  'agency',
  'ad',
  'redirect',
  'asp',
  'cvSetting',
  'adCategory',
  'adType',
  'enums',
  'items',
  'models',
  'lpo',
  'adFeeSetting',
  'rights',
  'roles',
  'sessions',
  'passkeys',
  'apiKeys',
  'postbackSources',
  'readTokens',
  'scimTokens',
  'queryRuns',
  'analyzeSettings',
  'allocationScenarios',
  'mediaSources',
  'mediaNames',
  'mediaCostDays',
  'mediaCosts',
  'measures',
  'approvalRuns',
  'savedViews',
  'reportSchedules',
  'reportRecipients',
  'reportDeliveries',
  'reportTests',
  'reportShares',
  'clientReports',
  'parts',
  'filters',
  'dependents',
  'missing',
  'hosts',
  'userAgents',
  'badEvents',
  'rows',
  'changes',
  'problems',
  'names',
  'suggestions',
  'words',
  'updateRoles',
  'updateAnalyzeSettings',
  'resetAnalyzeSetting',
  'loadRefusedEvents',
  'counts',
  'notices',
  'hops',
  'erasures',
  'entries',
  'frequentPaths',
  'steps',
  'bars',
  'unexplainedDays',
  'hours',
  'systems',
  'orders',
  'contacts',
  'evaluations',
  'credit',
  'best',
  'worst',
  'days',
  'weeks',
  'silent',
  'reasons',
  'ending',
  'unusual',
  'paths',
  'partners',
  'refused',
  'adResultStates',
  'adLinkStates',
  'tests',
  'variants',
  'cohorts',
  'months',
  'ranges',
  'firings',
  'told',
  'cases',
  'customFigures',
]);
/** Lists of plain values without subfields. */
export const VALUE_LISTS: ReadonlySet<string> = new Set([
  'cvSettingIds',
  'adIds',
  'controlAdIds',
  'productIds',
  'attributes',
  'recipients',
  'embedHosts',
  'unconfirmed',
  'methods',
  'recoveryCodes',
  'roleTypes',
  'missing',
  'columns',
  'axes',
  'values',
  'ignoredColumns',
  'messages',
  'resultIds',
  'hostNames',
  'sentItems',
  'texts',
  'cells',
  'currencies',
  'sheets',
  'argumentNames',
]);
/** Estimated sizes of introspection lists, for a large schema. */
const INTROSPECTION: Readonly<Record<string, number>> = {
  types: 250,
  fields: 20,
  inputFields: 20,
  args: 3,
  enumValues: 5,
  directives: 5,
  interfaces: 1,
  possibleTypes: 1,
  locations: 3,
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

/** Returns the estimated number of occurrences of a field with its subfields. */
function estimateOccurrences(
  { name: { value: name }, selectionSet }: FieldNode,
  rows: number | null,
): number {
  if (!selectionSet) return VALUE_LISTS.has(name) ? DEFAULT_LIST_ROWS : 1;
  if (name === 'results') return Math.max(1, rows ?? DEFAULT_PAGE_ROWS);
  if (SHORT_LISTS.has(name)) return DEFAULT_LIST_ROWS;
  if (Object.hasOwn(INTROSPECTION, name)) return INTROSPECTION[name] ?? 1;
  return rows !== null && Object.hasOwn(RELATIONS, name) ? (RELATIONS[name] ?? 1) : 1;
}

function numberOf(value: ValueNode | undefined, variables: UnknownRecord): number | null {
  if (value?.kind === Kind.INT) return Number(value.value);
  const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : null;
  return typeof given === 'number' ? given : null;
}

/** Returns the variables with the defaults of the operation. */
function withDefaults(
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: UnknownRecord,
): UnknownRecord {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...given };
}

/** Weighs an operation. Each fragment is weighed once, so nested fragments can't multiply the work. */
class Scale {
  private readonly weighed = new Map<string, Weight>();

  constructor(
    private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    private readonly variables: UnknownRecord,
  ) {}

  /** `rows`: number of rows of the next `results`; null at the root. */
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
    const requestedRows = numberOf(pageSize?.value, this.variables);
    const nested = this.weigh(
      node.selectionSet,
      requestedRows ?? (REPORTS.has(name) ? DEFAULT_REPORT_ROWS : DEFAULT_PAGE_ROWS),
    );
    return {
      depth: 1 + nested.depth,
      fields: 1 + nested.fields,
      cost: estimateOccurrences(node, rows) * (1 + nested.cost),
      aliases: (node.alias ? 1 : 0) + nested.aliases,
      directives: nested.directives,
    };
  }

  private fragment(name: string, rows: number | null): Weight {
    const key = `${name} ${rows}`;
    const known = this.weighed.get(key);
    if (known) return known;
    // A recursive fragment weighs nothing here; validation rejects it.
    this.weighed.set(key, NOTHING);
    const weight = this.weigh(this.fragments.get(name)?.selectionSet, rows);
    this.weighed.set(key, weight);
    return weight;
  }
}

/**
 * Weighs a document. All its operations count, so the result doesn't depend on the executed one. A missing
 * page size variable counts as the default.
 */
export function weighDocument(document: DocumentNode, variables: UnknownRecord): Weight {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  return document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => {
      const weight = new Scale(fragments, withDefaults(operation, variables)).weigh(
        operation.selectionSet,
        null,
      );
      return { ...weight, directives: weight.directives + (operation.directives?.length ?? 0) };
    })
    .reduce(add, NOTHING);
}

/** Weighed limits, in the order of the checks. */
const WEIGHED_LIMITS = ['depth', 'fields', 'aliases', 'directives', 'cost'] as const;

/** Exceeded limit. */
export interface ExceededLimit {
  readonly of: keyof typeof limits;
  /** The actual value, if it was fully counted. */
  readonly is: number;
  readonly most: number;
}

/** Returns the first limit that a document exceeds, or null if it is within all. */
export function findExceededLimit(document: DocumentNode, variables: UnknownRecord): ExceededLimit | null {
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).length;
  if (fragments > limits.fragments) return { of: 'fragments', is: fragments, most: limits.fragments };
  const weight = weighDocument(document, variables);
  const over = WEIGHED_LIMITS.find((name) => weight[name] > limits[name]);
  return over ? { of: over, is: weight[over], most: limits[over] } : null;
}
