import { ResultFlag, ResultMethod } from '../catalog';
import { choice, day, flag, integer, list, money, tagTemplate, text, urlTemplate } from './fields';

/**
 * Medium parameters: if the flag is on, the posting URL carries the pair and incoming values are stored
 * (domain.md section 1).
 */
export const parameterFields = {
  aXclidFlag: flag(),
  aXclid: text(),
  aSesFlag: flag(),
  aSes: text(),
  aKey1Flag: flag(),
  aKey1: text(),
  aKey2Flag: flag(),
  aKey2: text(),
  aKey3Flag: flag(),
  aKey3: text(),
};

/** How results are reported to the network. */
export const noticeFields = {
  resultFlag: choice(ResultFlag, ResultFlag.INVALID),
  resultMethod: choice(ResultMethod),
  cvTag: tagTemplate(),
  webhookUrl: urlTemplate(),
  performanceCvFlag: flag(),
};

/** Words and rules of automatic approval. */
export const approvalFields = {
  autoApproval: flag(),
  approvalUnapproved: text({ max: 64 }),
  approvalApproved: text({ max: 64 }),
  approvalRejected: text({ max: 64 }),
  approvalAmountFlag: flag(),
  approvalAmount: money(),
  argsFlag: flag(),
  args: text({ max: 1024 }),
  excludeDuplicateIpsFlag: flag(),
  excludeDuplicateIps: integer({ min: 1, max: 3650 }),
  excludeDuplicateArgsFlag: flag(),
  excludeDuplicateArgs: text(),
};

/** All settings that an asp passes to its ads, unless an ad's "individually" flags override them. */
export const resultSettingFields = { ...parameterFields, ...noticeFields, ...approvalFields };

/** Fees of an ad or asp: periods with amounts, spread evenly over their days; overlaps add up. */
export const feeFields = {
  adFeeSetting: list(
    { periodFrom: day(true), periodTo: day(true), amount: money({ required: true }) },
    { max: 200 },
  ),
};
