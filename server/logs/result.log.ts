import { enumerations, enumValues, ResultMethod } from '../../shared/catalog';
import { allOf, anyOf, joinInOrder, oneOf, type Condition } from '../db/condition';
import type { FilterContext } from '../records/list-definition';
import { daysOf } from '../records/range-read';
import { dayCounts } from '../rollups/log-facts';
import { inRanges } from './address-range';
import {
  adLabel,
  adReference,
  aspReference,
  device,
  enumerated,
  searchable,
  indexed,
  instant,
  instantOf,
  int,
  keyed,
  label,
  MAX_VALUES,
  nullable,
  ownAdsOnly,
  product,
  productId,
  reasonFilter,
  reference,
  text,
  textFilter,
  yen,
  yenRange,
} from './log-fields';
import { readArgumentNames } from '../results/argument-names';
import { argTrait } from '../results/effective-settings';
import { drillDownFilter } from './drill-down/drill-down-filter';
import type { LogField, LogDefinition, LogFilter } from './log-definition';

const { ApprovalFlag, ApprovalStatus, QueueResult, ResultType } = enumerations;

/** The outcome of one approval rule. */
const approvalFlag = (name: string): LogField => enumerated(enumValues(ApprovalFlag), int(name));

const CONVERSION = 'LEFT JOIN conversion v_cv ON v_cv.id = e.conversion_id';

/** Matches results whose conversion meets a condition on `c`. */
const byConversion = ({ sql, params }: Condition): Condition => ({
  sql: `e.conversion_id IN (SELECT c.id FROM conversion c WHERE c.product_id = e.product_id AND (${sql}))`,
  params,
});

/**
 * The same for conditions that many conversions meet: each result checks its own conversion, and a page is read
 * in order.
 */
const whoseConversion = ({ sql, params }: Condition): Condition => ({
  sql: `EXISTS (SELECT 1 FROM conversion c WHERE c.id = e.conversion_id AND (${sql}))`,
  params,
});

/** A field of the result's conversion, with a filter. */
const conversionField = (
  name: string,
  more: Partial<LogField> = {},
  filter: Partial<LogFilter> = {},
): LogField => ({
  type: 'text',
  nullable: true,
  source: { sql: `v_cv.${name}`, join: CONVERSION },
  ...more,
  filters: {
    '': {
      ...textFilter(`v_cv.${name}`),
      where: (values) => byConversion(oneOf(`c.${name}`, values)),
      ...filter,
    },
    ...more.filters,
  },
});

/** More results are matched one by one. */
const MAX_RESULTS = 1000;

/** Looks up the results first whose conversions meet a condition on `c`. */
async function fromConversions(
  { db, actor, products }: FilterContext,
  condition: Condition,
  more: readonly Condition[] = [],
): Promise<Condition> {
  const where = allOf([oneOf('c.product_id', products ?? actor.productIds), ...more, condition]);
  const rows = await db.read<{ id: string }>(
    `SELECT r.id FROM conversion c ${joinInOrder(db.dialect)} result r ON r.conversion_id = c.id
      WHERE ${where.sql} LIMIT ${MAX_RESULTS + 1}`,
    where.params,
  );
  return rows.length > MAX_RESULTS
    ? byConversion(condition)
    : oneOf(
        'e.id',
        rows.map(({ id }) => id),
      );
}

/** The same for addresses, through the index of conversions by day. */
const fromAddresses: NonNullable<LogFilter['find']> = async (values, context) => {
  const { db, actor, products } = context;
  const days = await daysOf(db, dayCounts.conversions, products ?? actor.productIds, {});
  return fromConversions(context, inRanges('c.ip', values), [oneOf('c.day', days)]);
};

/** The same for a value that few conversions have. */
const withValue = (name: string): Partial<LogFilter> => ({
  find: (values, context) => fromConversions(context, oneOf(`c.${name}`, values)),
});

const amount: LogField = conversionField(
  'amount_sen',
  {
    type: 'float',
    source: {
      sql: 'v_cv.amount_sen',
      join: CONVERSION,
      read: (value) => (value === null ? null : Number(value) / 100),
    },
    filters: yenRange('c.amount_sen', whoseConversion),
  },
  { kind: 'number', type: 'float', write: (value) => Math.round(Number(value) * 100) },
);

const cvCost = yen('cv_cost_sen');

/** Maximum of results that a whole value adds to those found by parts. */
const MAX_FOUND = 1000;

/**
 * Finds results by a whole order number (or another value of an argument) or customer id, through the indexes of
 * traits and of conversions. Masked roles can't search these.
 */
const keywordValues: LogDefinition['keywordValues'] = async (word, { db, actor, grant, products }) => {
  if (grant.masked) return [];
  const forms = [...new Set([word, word.normalize('NFKC')])];
  const ids: string[] = [];
  for (const productId of products ?? actor.productIds) {
    const { orderKeys, seen } = await readArgumentNames(db.readOnlyTx, productId);
    const names = [...new Set([...orderKeys, ...seen])];
    const traits = oneOf(
      't.trait',
      names.flatMap((name) => forms.map((form) => argTrait(name, form))),
    );
    const users = oneOf('c.user_id', forms);
    const rows = await db.read<{ id: string }>(
      `SELECT t.result_id AS id FROM result_trait t WHERE t.product_id = ? AND ${traits.sql}
        UNION SELECT r.id FROM conversion c JOIN result r ON r.conversion_id = c.id WHERE c.product_id = ? AND ${users.sql}
        LIMIT ${MAX_FOUND}`,
      [productId, ...traits.params, productId, ...users.params],
    );
    ids.push(...rows.map(({ id }) => id));
  }
  return ids.length === 0 ? [] : [oneOf('e.id', ids)];
};

/** The result log: conversions reported for ads, with their approval state. Fields of the conversion are joined. */
export const results: LogDefinition = {
  type: 'Result',
  one: 'result',
  many: 'results',
  table: 'result',
  // The approval menu includes reading the results.
  partOf: 'cv_approve',
  dayCount: dayCounts.results,
  time: 'cvTime',
  fields: {
    id: keyed(text('id', searchable)),
    productId,
    product,
    conversionId: keyed(text('event_id', searchable)),
    // An event id may occur under several settings; together they identify the conversion.
    cvSettingId: conversionField(
      'cv_setting_id',
      { type: 'int' },
      {
        ...{ kind: 'number', type: 'int', refers: 'cvSetting' },
        where: (values) => whoseConversion(oneOf('c.cv_setting_id', values)),
      },
    ),
    cvTime: instant('cv_time'),
    adId: { ...adReference('ad_id'), nullable: false, source: int('ad_id').source },
    ad: adLabel('ad_id'),
    aspId: aspReference('ix_result_asp'),
    asp: label('asp_id', 'asp', 'asp_name', searchable),
    resultType: enumerated(enumValues(ResultType), int('result_type')),
    resultMethod: {
      ...int('result_method'),
      nullable: true,
      source: { sql: 'NULLIF(e.result_method, 0)' },
      filters: {
        '': {
          sql: 'e.result_method',
          kind: 'number',
          type: 'int',
          values: [...enumValues(ResultMethod), null],
          absent: 'e.result_method = 0',
        },
      },
    },
    interactionId: text('interaction_id'),
    interactionNumber: int('interaction_number'),
    device,
    approvalStatus: enumerated(
      enumValues(ApprovalStatus),
      indexed('ix_result_status', int('approval_status')),
    ),
    approvalAmountResult: approvalFlag('approval_amount_result'),
    approvalArgsResult: approvalFlag('approval_args_result'),
    excludeDuplicateIpsResult: approvalFlag('exclude_duplicate_ips_result'),
    excludeDuplicateArgsResult: approvalFlag('exclude_duplicate_args_result'),
    cvCost: { ...cvCost, filters: { ...cvCost.filters, ...yenRange('e.cv_cost_sen') } },
    aXclid: text('xclid', nullable),
    visitorId: keyed(conversionField('visitor_id', {}, withValue('visitor_id'))),
    userId: keyed(conversionField('user_id', { mask: 'customer' }, withValue('user_id'))),
    amount,
    // Why the conversion is not counted any more.
    excludedReason: conversionField(
      'excluded_reason',
      {},
      {
        ...reasonFilter,
        sql: 'v_cv.excluded_reason',
        where: (values) => whoseConversion(oneOf('c.excluded_reason', values)),
        absent: whoseConversion({ sql: 'c.excluded_reason IS NULL', params: [] }).sql,
      },
    ),
    args: conversionField('args', { mask: 'hidden' }),
    otherKey1: conversionField('other_key1', { mask: 'hidden' }),
    otherKey2: conversionField('other_key2', { mask: 'hidden' }),
    otherKey3: conversionField('other_key3', { mask: 'hidden' }),
    ipAddress: keyed(conversionField('ip', { mask: 'hidden' }, { max: MAX_VALUES, find: fromAddresses })),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
    version: int('version'),
    figure: drillDownFilter('results', 'cv_time'),
  },
  keywordValues,
  guard: (actor, grant) => ownAdsOnly(actor, grant, 'e.ad_id'),
  relations: { history: ['id', 'productId'], notifications: ['id', 'productId'] },
};

const maybeInstant = (sql: string): LogField => ({ ...instantOf(sql), ...nullable });

/** Postback result: true delivered, false given up, null while pending. */
const resultStatus: LogField = {
  type: 'bool',
  nullable: true,
  source: { sql: 'e.result_status', read: (value) => (value === null ? null : Number(value) === 1) },
  filters: { '': { sql: 'e.result_status', kind: 'boolean', type: 'bool', values: enumValues(QueueResult) } },
};

const STATES: Readonly<Record<string, string>> = {
  pending: 'e.result_status IS NULL',
  success: 'e.result_status = 1',
  failure: 'e.result_status = 0',
};

/** The same as a word. */
const state: LogField = {
  type: 'text',
  source: {
    sql: "CASE WHEN e.result_status IS NULL THEN 'pending' WHEN e.result_status = 1 THEN 'success' ELSE 'failure' END",
  },
  filters: {
    '': {
      ...textFilter('e.result_status'),
      values: Object.keys(STATES),
      where: (values) =>
        anyOf(values.map((value) => ({ sql: STATES[String(value)] ?? '1 = 0', params: [] }))),
    },
  },
};

/** The result queue: postbacks sent, pending or given up, newest first. */
export const resultQueue: LogDefinition = {
  type: 'ResultQueueItem',
  one: 'resultQueueItem',
  many: 'resultQueue',
  table: 'postback',
  menu: 'postbacks',
  time: 'createdAt',
  fields: {
    id: text('id', searchable),
    productId,
    product,
    resultId: text('result_id', { ...nullable, ...searchable }),
    adId: reference('ad_id', 'ad'),
    ad: adLabel('ad_id'),
    aspId: reference('asp_id', 'asp'),
    asp: label('asp_id', 'asp', 'asp_name'),
    kind: enumerated(['created', 'changed', 'test'], text('kind')),
    approvalStatus: enumerated([...enumValues(ApprovalStatus), null], int('approval_status', nullable)),
    // The URL names customers and orders.
    url: text('url', { ...nullable, mask: 'hidden' }),
    resultStatus: indexed('ix_postback_status', resultStatus),
    state: indexed('ix_postback_status', state),
    attempts: int('attempts'),
    reason: text('reason', nullable),
    nextAt: maybeInstant('CASE WHEN e.result_status IS NULL THEN e.due_at END'),
    executedAt: maybeInstant('e.executed_at'),
    createdAt: instant('created_at'),
  },
  guard: (actor, grant) => ownAdsOnly(actor, grant, 'e.ad_id'),
  relations: { attemptLog: ['id', 'productId'] },
};
