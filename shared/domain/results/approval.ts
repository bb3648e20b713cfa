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
export type ApprovalRule = 'amount' | 'args' | 'duplicateIp' | 'duplicateArgs';

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
export function isTransition(from: ApprovalStatus, to: ApprovalStatus): boolean {
  return transitions[from].includes(to);
}
