/** Outcome of one approval rule. */
export const ApprovalFlag = { APPROVED_OK: 0, APPROVED_NG: 1, UNAPPROVED_OK: 2 } as const;
export type ApprovalFlag = (typeof ApprovalFlag)[keyof typeof ApprovalFlag];

/** State of a result. */
export const ApprovalStatus = { PENDING: 0, APPROVED: 1, REJECTED: 2 } as const;
export type ApprovalStatus = (typeof ApprovalStatus)[keyof typeof ApprovalStatus];

/** Automatic approval rules of an ad (domain.md section 5); null disables a rule. */
export interface ApprovalRules {
  /** Minimum amount in yen. */
  readonly amount: number | null;
  /** Comma-separated argument names that must be present and not empty. */
  readonly args: string | null;
  /** Days within which another result of the ad with the same IP breaks the rule. */
  readonly duplicateIpDays: number | null;
  /** Argument whose value must be unique among the ad's results of tracking_term days. */
  readonly duplicateArg: string | null;
}

/** Facts of a result that the rules check. */
export interface ApprovalFacts {
  readonly amount: number;
  readonly args: Readonly<Record<string, string>>;
  readonly ip: string | null;
  /** Whether another result of the ad has this IP within `duplicateIpDays`. */
  readonly ipSeen: boolean;
  /** Whether another result of the ad has this value of `duplicateArg` within tracking_term days. */
  readonly argSeen: boolean;
}

/** Rules in the order of a result's columns. */
type ApprovalRule = 'amount' | 'args' | 'duplicateIp' | 'duplicateArgs';

/** Outcome of each rule, and the resulting status. */
export interface ApprovalDecision {
  readonly outcomes: Readonly<Record<ApprovalRule, ApprovalFlag>>;
  readonly state: ApprovalStatus;
}

const outcomeOf = (holds: boolean): ApprovalFlag =>
  holds ? ApprovalFlag.APPROVED_OK : ApprovalFlag.APPROVED_NG;

const hasArgument = (args: ApprovalFacts['args'], name: string): boolean =>
  Object.hasOwn(args, name) && args[name] !== '';

const checks: Readonly<Record<ApprovalRule, (rules: ApprovalRules, facts: ApprovalFacts) => ApprovalFlag>> = {
  amount: (rules, facts) =>
    rules.amount === null ? ApprovalFlag.UNAPPROVED_OK : outcomeOf(facts.amount >= rules.amount),
  args: (rules, facts) => {
    const names = argumentNames(rules.args);
    return names.length === 0
      ? ApprovalFlag.UNAPPROVED_OK
      : outcomeOf(names.every((name) => hasArgument(facts.args, name)));
  },
  duplicateIp: (rules, facts) =>
    rules.duplicateIpDays === null || facts.ip === null
      ? ApprovalFlag.UNAPPROVED_OK
      : outcomeOf(!facts.ipSeen),
  duplicateArgs: (rules, facts) =>
    !rules.duplicateArg || !hasArgument(facts.args, rules.duplicateArg)
      ? ApprovalFlag.UNAPPROVED_OK
      : outcomeOf(!facts.argSeen),
};

/** Parses a comma-separated list of argument names. */
function argumentNames(list: string | null): string[] {
  return (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/**
 * Applies the approval rules to a new result (domain.md section 5): any broken rule rejects it, otherwise any
 * rule that holds approves it, otherwise it stays pending.
 */
export function evaluateApproval(rules: ApprovalRules, facts: ApprovalFacts): ApprovalDecision {
  const outcomes = {
    amount: checks.amount(rules, facts),
    args: checks.args(rules, facts),
    duplicateIp: checks.duplicateIp(rules, facts),
    duplicateArgs: checks.duplicateArgs(rules, facts),
  };
  const all = Object.values(outcomes);
  if (all.includes(ApprovalFlag.APPROVED_NG)) return { outcomes, state: ApprovalStatus.REJECTED };
  return {
    outcomes,
    state: all.includes(ApprovalFlag.APPROVED_OK) ? ApprovalStatus.APPROVED : ApprovalStatus.PENDING,
  };
}

/** Allowed transitions from each status. */
const transitions: Readonly<Record<ApprovalStatus, readonly ApprovalStatus[]>> = {
  [ApprovalStatus.PENDING]: [ApprovalStatus.APPROVED, ApprovalStatus.REJECTED],
  [ApprovalStatus.APPROVED]: [ApprovalStatus.REJECTED, ApprovalStatus.PENDING],
  [ApprovalStatus.REJECTED]: [ApprovalStatus.APPROVED, ApprovalStatus.PENDING],
};

/** Returns whether a status change is a transition; the same status is none (domain.md section 5). */
export const isTransition = (from: ApprovalStatus, to: ApprovalStatus): boolean =>
  transitions[from].includes(to);

/** Reasons why a status change sends no postback. */
export const NoPostbackReason = {
  /** The CV tag on the conversion page reported the result; later changes can't be reported. */
  CV_TAG: 'cv_tag',
  /** Neither the ad nor its ad network has a result method. */
  NO_METHOD: 'no_method',
  /** The method is webhook, but there is no URL. */
  NO_URL: 'no_url',
  /** The result was imported without postbacks. */
  IMPORT: 'import',
  /** The result was created for an earlier conversion, without postbacks. */
  REBUILD: 'rebuild',
  /** The change was undone before its postback was sent, or it undid a change without one. */
  UNDONE: 'undone',
  /** The click ids of the result were erased, or deleted with the raw logs. */
  ERASED: 'erased',
} as const;
export type NoPostbackReason = (typeof NoPostbackReason)[keyof typeof NoPostbackReason];

/** When an ad makes results: never, as last-CV or performance-CV ad, or always. */
export const ResultFlag = { INVALID: 0, ACTIVE: 1, ACTIVE_ALWAYS: 2 } as const;
export type ResultFlag = (typeof ResultFlag)[keyof typeof ResultFlag];

/** Reasons for making a result. */
export const ResultType = { LAST_CV: 1, PERFORMANCE_LAST_CV: 2, CONSTANT_OUTPUT: 3 } as const;
export type ResultType = (typeof ResultType)[keyof typeof ResultType];

/**
 * Returns the result type of an ad in a conversion's path, or null if it makes none (domain.md section 5).
 *
 * @param flag the result flag in force for the ad
 */
export function resultType(
  flag: ResultFlag,
  adId: number,
  path: { readonly lastAdId: number; readonly performanceAdId: number },
): ResultType | null {
  if (flag === ResultFlag.INVALID) return null;
  if (adId === path.lastAdId) return ResultType.LAST_CV;
  if (adId === path.performanceAdId) return ResultType.PERFORMANCE_LAST_CV;
  return flag === ResultFlag.ACTIVE_ALWAYS ? ResultType.CONSTANT_OUTPUT : null;
}

/** Touch of the evaluated path, with the fields that results depend on. */
export interface CreditTouch {
  readonly adId: number;
  /** Whether it is the last touch whose ad has the performance flag. */
  readonly isPerformance: boolean;
}

/** Result of a path: the ad and click ids come from the touch. */
interface PathResult<T extends CreditTouch> {
  readonly touch: T;
  readonly type: ResultType;
}

/**
 * Returns the results of one conversion, at most one per ad of its evaluated path (domain.md section 5). A
 * result references the touch that caused it: the path's last touch, its performance touch, or else the ad's
 * latest.
 *
 * @param path oldest first
 * @param flagOf returns the result flag in force for an ad
 */
export function pathResults<T extends CreditTouch>(
  path: readonly T[],
  flagOf: (adId: number) => ResultFlag,
): PathResult<T>[] {
  const last = path.at(-1);
  if (!last) return [];
  const performance = path.findLast((touch) => touch.isPerformance);
  const ads = { lastAdId: last.adId, performanceAdId: performance?.adId ?? 0 };
  const latest = new Map(path.map((touch) => [touch.adId, touch]));
  return [...latest].flatMap(([adId, latestTouch]): PathResult<T>[] => {
    const type = resultType(flagOf(adId), adId, ads);
    if (type === null) return [];
    const touchByType = { 1: last, 2: performance ?? last, 3: latestTouch };
    return [{ touch: touchByType[type], type }];
  });
}

/** Placeholders of CV tags and webhook URLs (domain.md section 5). */
export const placeholders = [
  'xclid',
  'ses',
  'key1',
  'key2',
  'key3',
  'args',
  'user_id',
  'other_key1',
  'other_key2',
  'other_key3',
  'amount',
  'result_id',
  'conversion_id',
  'cv_time',
  'ad_id',
  'status',
] as const;

export type Placeholder = (typeof placeholders)[number];

/** Values of a result; missing ones render as empty text. */
export type TemplateValues = Partial<Record<Placeholder, string | number | null>>;

const PLACEHOLDER = /\{([A-Za-z0-9_]+)\}/g;
/** Anything that looks like a placeholder, in any script (`{金額}`, `{order-id}`). */
const NAME_IN_BRACES = /\{([\p{L}\p{M}\p{N}_-]+)\}/gu;

/**
 * Returns the unknown placeholders of a template, without duplicates. Such a template is refused on save
 * (domain.md section 5).
 */
export function unknownPlaceholders(template: string): string[] {
  const names = [...template.matchAll(NAME_IN_BRACES)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !isPlaceholder(name));
}

/** Compiled template, for many results. */
export interface CompiledTemplate {
  /** Its placeholders, without duplicates. */
  readonly names: readonly Placeholder[];
  render(values: TemplateValues): string;
}

/** Compiles a webhook URL: each value is URL-encoded. */
export const compileUrl = (template: string): CompiledTemplate => compileTemplate(template, encodeValue);

/** Compiles a CV tag: each value is URL-encoded, then HTML-escaped. */
export const compileTag = (template: string): CompiledTemplate =>
  compileTemplate(template, (value) => escapeHtml(encodeValue(value)));

/** Renders a webhook URL for one result. */
export const renderUrl = (template: string, values: TemplateValues): string =>
  compileUrl(template).render(values);

/** Renders a CV tag for one result. */
export const renderTag = (template: string, values: TemplateValues): string =>
  compileTag(template).render(values);

const STATE_WORDS = { 0: 'pending', 1: 'approved', 2: 'rejected' } as const;

/** Returns the asp's word for a status, or the default word if it has none. */
export const statusWord = (word: string | null | undefined, state: 0 | 1 | 2): string =>
  word || STATE_WORDS[state];

function compileTemplate(template: string, encode: (value: string) => string): CompiledTemplate {
  const named: { readonly name: Placeholder; readonly from: number; readonly to: number }[] = [];
  for (const { 0: whole, 1: name = '', index } of template.matchAll(PLACEHOLDER)) {
    if (isPlaceholder(name)) named.push({ name, from: index, to: index + whole.length });
  }
  const steps = named.map(({ name, from }, place) => ({
    before: template.slice(named[place - 1]?.to ?? 0, from),
    name,
  }));
  const rest = template.slice(named.at(-1)?.to ?? 0);
  return {
    names: [...new Set(named.map(({ name }) => name))],
    render(values) {
      let text = '';
      for (const { before, name } of steps) text += before + encode(String(values[name] ?? ''));
      return text + rest;
    },
  };
}

function isPlaceholder(name: string): name is Placeholder {
  return placeholders.some((known) => known === name);
}

const UNRESERVED = /^[\w.~-]*$/;
const HALF_PAIR = /[\uD800-\uDFFF]/;

/**
 * Percent-encodes all but unreserved characters. Half a surrogate pair becomes U+FFFD instead of an error.
 */
function encodeValue(value: string): string {
  if (UNRESERVED.test(value)) return value;
  const reserved = /[!'()*]/g;
  const whole = HALF_PAIR.test(value) ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : value;
  return encodeURIComponent(whole).replace(
    reserved,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** Returns sample values of a fictitious result for a test postback. The click id marks it as a test. */
export function sampleValues(status: string, cvTime: string): TemplateValues {
  const named = Object.fromEntries(placeholders.map((name) => [name, `test-${name.replace('_', '-')}`]));
  return { ...named, args: 'order=test-1', amount: 1000, cv_time: cvTime, ad_id: 0, status };
}

/** Returns the placeholders of a template, without duplicates. */
export const findPlaceholders = (template: string): Placeholder[] =>
  placeholders.filter((name) => template.includes(`{${name}}`));
