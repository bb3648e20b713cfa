import { postbackFieldNames, reportedStatuses } from '../catalog/postback-source';
import { recordOf } from '../records';
import { email, integer, keys, longText, password, ref, text } from './fields';

export const passwordFields = { password: password() };

/** First user of an installation, with the names of their company and product. */
export const firstUserFields = {
  companyName: text({ required: true }),
  productName: text({ required: true }),
  userName: text({ required: true }),
  email: email({ required: true }),
  ...passwordFields,
};

/** API key with which a server sends events of one product. */
export const apiKeyFields = { name: text({ required: true }) };

/** Source of incoming postbacks: its parameter names by field, and its words by status. */
export const postbackSourceFields = {
  name: text({ required: true }),
  cvSettingId: ref('cvSetting'),
  ...recordOf(postbackFieldNames, () => text()),
  ...recordOf(reportedStatuses, () => text()),
};

/** Name of a read token. */
export const readTokenFields = { name: text({ required: true }) };

/** Name of a company's token for SCIM. */
export const scimTokenFields = { name: text({ required: true, max: 100 }) };

/** Name of a passkey. */
export const passkeyFields = { name: text({ required: true }) };

/** Queries that the explorer stores per user. The oldest are dropped, so users can run any number. */
export const MOST_QUERY_RUNS = 200;

/** Outcome of a query: complete, with errors, or rejected. */
const queryOutcomes = ['answered', 'partly', 'refused'] as const;
export type QueryOutcome = (typeof queryOutcomes)[number];

/** Executed query with its outcome. */
export const queryRunFields = {
  query: longText({ required: true, max: 16_000 }),
  variables: longText({ max: 4_000 }),
  durationMs: integer({ min: 0, required: true }),
  bytes: integer({ min: 0, required: true }),
  rows: integer({ min: 0 }),
  outcome: { ...keys(queryOutcomes, { one: true }), required: true },
};
