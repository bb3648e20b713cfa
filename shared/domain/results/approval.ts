/** Outcome of one approval rule; the values of ApprovalFlag. */
export const OUTCOME = { APPROVED_OK: 0, APPROVED_NG: 1, UNAPPROVED_OK: 2 } as const;
export type Outcome = (typeof OUTCOME)[keyof typeof OUTCOME];

/** State of a result; the values of ApprovalStatus. */
export const STATE = { PENDING: 0, APPROVED: 1, REJECTED: 2 } as const;
export type State = (typeof STATE)[keyof typeof STATE];

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
  readonly outcomes: Readonly<Record<ApprovalRule, Outcome>>;
  readonly state: State;
}

const held = (holds: boolean): Outcome => (holds ? OUTCOME.APPROVED_OK : OUTCOME.APPROVED_NG);

const has = (args: ApprovalFacts['args'], name: string): boolean => Object.hasOwn(args, name) && args[name] !== '';

const judges: Readonly<Record<ApprovalRule, (rules: ApprovalRules, facts: ApprovalFacts) => Outcome>> = {
  amount: (rules, facts) => (rules.amount === null ? OUTCOME.UNAPPROVED_OK : held(facts.amount >= rules.amount)),
  args: (rules, facts) => {
    const names = argumentNames(rules.args);
    return names.length === 0 ? OUTCOME.UNAPPROVED_OK : held(names.every((name) => has(facts.args, name)));
  },
  duplicateIp: (rules, facts) =>
    rules.duplicateIpDays === null || facts.ip === null ? OUTCOME.UNAPPROVED_OK : held(!facts.ipSeen),
  duplicateArgs: (rules, facts) =>
    !rules.duplicateArg || !has(facts.args, rules.duplicateArg) ? OUTCOME.UNAPPROVED_OK : held(!facts.argSeen),
};

/** The names of a comma-separated list of arguments. */
export function argumentNames(list: string | null): string[] {
  return (list ?? '').split(',').map((name) => name.trim()).filter(Boolean);
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
  if (all.includes(OUTCOME.APPROVED_NG)) return { outcomes, state: STATE.REJECTED };
  return { outcomes, state: all.includes(OUTCOME.APPROVED_OK) ? STATE.APPROVED : STATE.PENDING };
}

/** The states that each state may be changed to. */
export const transitions: Readonly<Record<State, readonly State[]>> = {
  [STATE.PENDING]: [STATE.APPROVED, STATE.REJECTED],
  [STATE.APPROVED]: [STATE.REJECTED, STATE.PENDING],
  [STATE.REJECTED]: [STATE.APPROVED, STATE.PENDING],
};

/** Whether a change of state is one: the same state again is no change. */
export function isTransition(from: State, to: State): boolean {
  return transitions[from].includes(to);
}
