/** Outcome of one approval rule. */
export const ApprovalFlag = { APPROVED_OK: 0, APPROVED_NG: 1, UNAPPROVED_OK: 2 } as const;
export type ApprovalFlag = (typeof ApprovalFlag)[keyof typeof ApprovalFlag];

/** State of a result. */
export const ApprovalStatus = { PENDING: 0, APPROVED: 1, REJECTED: 2 } as const;
export type ApprovalStatus = (typeof ApprovalStatus)[keyof typeof ApprovalStatus];

/** The automatic approval rules that apply to an ad; null switches a rule off. */
export interface ApprovalRules {
  /** Least amount in yen. */
  readonly amount: number | null;
  /** Comma-separated names that the CV's args must have, none empty. */
  readonly args: string | null;
  /** Days within which no other result of the ad may come from the same IP. */
  readonly duplicateIpDays: number | null;
  /** Name of the argument whose value no other result of the ad may have within tracking_term days. */
  readonly duplicateArg: string | null;
}

/** What the rules judge of one result. */
export interface ApprovalFacts {
  readonly amount: number;
  readonly args: Readonly<Record<string, string>>;
  readonly ip: string | null;
  /** Whether another result of the ad has this IP within `duplicateIpDays`. */
  readonly ipSeen: boolean;
  /** Whether another result of the ad has this value of `duplicateArg` within tracking_term days. */
  readonly argSeen: boolean;
}

/** The rules in the order of a result's columns. */
export type ApprovalRule = 'amount' | 'args' | 'duplicateIp' | 'duplicateArgs';

/** The outcome of each rule and the state that follows. */
export interface Judgement {
  readonly outcomes: Readonly<Record<ApprovalRule, ApprovalFlag>>;
  readonly state: ApprovalStatus;
}

const held = (holds: boolean): ApprovalFlag => (holds ? ApprovalFlag.APPROVED_OK : ApprovalFlag.APPROVED_NG);

const has = (args: ApprovalFacts['args'], name: string): boolean =>
  Object.hasOwn(args, name) && args[name] !== '';

const judges: Readonly<Record<ApprovalRule, (rules: ApprovalRules, facts: ApprovalFacts) => ApprovalFlag>> = {
  amount: (rules, facts) =>
    rules.amount === null ? ApprovalFlag.UNAPPROVED_OK : held(facts.amount >= rules.amount),
  args: (rules, facts) => {
    const names = argumentNames(rules.args);
    return names.length === 0
      ? ApprovalFlag.UNAPPROVED_OK
      : held(names.every((name) => has(facts.args, name)));
  },
  duplicateIp: (rules, facts) =>
    rules.duplicateIpDays === null || facts.ip === null ? ApprovalFlag.UNAPPROVED_OK : held(!facts.ipSeen),
  duplicateArgs: (rules, facts) =>
    !rules.duplicateArg || !has(facts.args, rules.duplicateArg)
      ? ApprovalFlag.UNAPPROVED_OK
      : held(!facts.argSeen),
};

/** The names of a comma-separated list of arguments. */
function argumentNames(list: string | null): string[] {
  return (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Judges a new result: any rule broken rejects it, else any rule held approves it, else it stays pending. */
export function judge(rules: ApprovalRules, facts: ApprovalFacts): Judgement {
  const outcomes = {
    amount: judges.amount(rules, facts),
    args: judges.args(rules, facts),
    duplicateIp: judges.duplicateIp(rules, facts),
    duplicateArgs: judges.duplicateArgs(rules, facts),
  };
  const all = Object.values(outcomes);
  if (all.includes(ApprovalFlag.APPROVED_NG)) return { outcomes, state: ApprovalStatus.REJECTED };
  return {
    outcomes,
    state: all.includes(ApprovalFlag.APPROVED_OK) ? ApprovalStatus.APPROVED : ApprovalStatus.PENDING,
  };
}

/** The states that each state may be changed to. */
const transitions: Readonly<Record<ApprovalStatus, readonly ApprovalStatus[]>> = {
  [ApprovalStatus.PENDING]: [ApprovalStatus.APPROVED, ApprovalStatus.REJECTED],
  [ApprovalStatus.APPROVED]: [ApprovalStatus.REJECTED, ApprovalStatus.PENDING],
  [ApprovalStatus.REJECTED]: [ApprovalStatus.APPROVED, ApprovalStatus.PENDING],
};

/** Whether a change of state is one: the same state again is no change. */
export function isTransition(from: ApprovalStatus, to: ApprovalStatus): boolean {
  return transitions[from].includes(to);
}
