import { bool, day, float, inputType, int, listOf, objectType, opt, ref, text, type Fields } from './fields';

const AdFeeType = objectType('AdFee', { periodFrom: opt(day), periodTo: opt(day), amount: float });

export const AdFeeInputType = inputType('AdFeeInput', { periodFrom: opt(day), periodTo: opt(day), amount: opt(float) });

/** Registered fees of an ad or an ad network. */
const fees = listOf(ref(() => AdFeeType));

/** What an ad and its ad network have alike: parameters, result notice, approval rules. */
const settings = {
  aXclidFlag: bool,
  aXclid: opt(text),
  aSesFlag: bool,
  aSes: opt(text),
  aKey1Flag: bool,
  aKey1: opt(text),
  aKey2Flag: bool,
  aKey2: opt(text),
  aKey3Flag: bool,
  aKey3: opt(text),
  resultFlag: int,
  resultMethod: opt(int),
  cvTag: opt(text),
  webhookUrl: opt(text),
  performanceCvFlag: bool,
  autoApproval: bool,
  approvalUnapproved: opt(text),
  approvalApproved: opt(text),
  approvalRejected: opt(text),
  approvalAmountFlag: bool,
  approvalAmount: opt(float),
  argsFlag: bool,
  args: opt(text),
  excludeDuplicateIpsFlag: bool,
  excludeDuplicateIps: opt(int),
  excludeDuplicateArgsFlag: bool,
  excludeDuplicateArgs: opt(text),
  status: bool,
} as const satisfies Fields;

/** The same with the registered fees. */
export const resultFields = { adFeeSetting: fees, ...settings } as const satisfies Fields;

/** Their names, by which lists of ads and of ad networks can be filtered. */
export const resultFilters: readonly string[] = Object.keys(settings);
