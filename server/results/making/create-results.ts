import { isEnumValue, SendWhen } from '../../../shared/catalog';
import { ApprovalStatus, NoPostbackReason } from '../../../shared/domain/results';
import { insertRows, type Tx } from '../../db/database';
import { isErased, StaleMarks } from '../../journeys';
import { derivedEventId, newEventId } from '../../platform/event-id';
import { select } from '../../db/statements';
import { recordStateChanges } from '../history';
import { writeSends } from '../outbox/write-sends';
import { writePostbacks, type Notice, type PostbackRequest } from '../outbox/write-postbacks';
import { evaluateCandidates, type EvaluatedCandidate, candidatesOf } from './evaluate-candidates';
import { conversionsOf, finishDue, isOpen, readDue } from './due-conversions';
import { rejectDuplicates } from './reject-duplicates';

const COLUMNS = [
  'id',
  'product_id',
  'conversion_id',
  'event_id',
  'cv_time',
  'day',
  'ad_id',
  'asp_id',
  'result_type',
  'result_method',
  'interaction_id',
  'interaction_number',
  'device',
  'redirect_id',
  'lpo_entry_id',
  'xclid',
  'ses',
  'key1',
  'key2',
  'key3',
  'approval_status',
  'approval_amount_result',
  'approval_args_result',
  'exclude_duplicate_ips_result',
  'exclude_duplicate_args_result',
  'cv_cost_sen',
  'change_id',
  'erased_at',
  'created_at',
  'updated_at',
] as const;

const TRAIT_COLUMNS = [
  'product_id',
  'trait',
  'ad_id',
  'cv_time',
  'event_id',
  'cv_setting_id',
  'result_id',
] as const;

interface ClickIds {
  readonly id: string;
  readonly xclid: string | null;
  readonly ses: string | null;
  readonly key1: string | null;
  readonly key2: string | null;
  readonly key3: string | null;
}

const NO_IDS: Omit<ClickIds, 'id'> = { xclid: null, ses: null, key1: null, key2: null, key3: null };

async function clickIdsOf(
  tx: Tx,
  productId: number,
  results: readonly EvaluatedCandidate[],
): Promise<Map<string, ClickIds>> {
  const rows = await select<ClickIds>(tx)`SELECT id, xclid, ses, key1, key2, key3 FROM interaction
    WHERE product_id = ${productId} AND id IN ${new Set(results.map(({ touch }) => touch.interaction_id))}`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the database row of a new result. */
function rowOf(
  candidate: EvaluatedCandidate,
  clickIds: ReadonlyMap<string, ClickIds>,
  productId: number,
  changeId: string,
  now: number,
) {
  const { conversion, touch, type, settings, judgement } = candidate;
  const { xclid, ses, key1, key2, key3 } = clickIds.get(touch.interaction_id) ?? NO_IDS;
  const { cv_setting_id: cvSettingId, event_id: eventId } = conversion;
  return {
    // The same after a replay, so that ad networks recognise it.
    id: derivedEventId(conversion.time, JSON.stringify([productId, cvSettingId, eventId, settings.adId])),
    product_id: productId,
    conversion_id: conversion.id,
    event_id: conversion.event_id,
    cv_time: conversion.time,
    day: conversion.day,
    ad_id: settings.adId,
    asp_id: settings.aspId,
    result_type: type,
    result_method: settings.method ?? 0,
    interaction_id: touch.interaction_id,
    interaction_number: touch.pos,
    device: touch.device,
    redirect_id: touch.redirect_id,
    lpo_entry_id: touch.lpo_entry_id,
    ...{ xclid, ses, key1, key2, key3 },
    approval_status: judgement.state,
    approval_amount_result: judgement.outcomes.amount,
    approval_args_result: judgement.outcomes.args,
    exclude_duplicate_ips_result: judgement.outcomes.duplicateIp,
    exclude_duplicate_args_result: judgement.outcomes.duplicateArgs,
    cv_cost_sen: settings.cvCostSen,
    change_id: changeId,
    // Results of an erased person send no postbacks.
    erased_at: isErased(conversion.visitor_id) || isErased(conversion.user_id ?? '') ? now : null,
    created_at: now,
    updated_at: now,
  };
}

/**
 * Stores new results with their first history entry, traits and postbacks.
 * @param reasonOf reason why a conversion's results send no postbacks; null to follow the settings
 */
async function storeResults(
  tx: Tx,
  productId: number,
  results: readonly EvaluatedCandidate[],
  reasonOf: (candidate: EvaluatedCandidate) => string | null,
  now: number,
): Promise<void> {
  if (results.length === 0) return;
  const changeId = newEventId(now);
  const clickIds = await clickIdsOf(tx, productId, results);
  const created = results.map((candidate) => ({
    candidate,
    row: rowOf(candidate, clickIds, productId, changeId, now),
    untold: reasonOf(candidate),
  }));
  const rows = created.map(({ row }) => row);
  await insertRows(tx, 'result', COLUMNS, rows);
  await insertRows(
    tx,
    'result_trait',
    TRAIT_COLUMNS,
    created.flatMap(({ candidate: { traits, conversion }, row }) =>
      [...traits].map((trait) => [
        productId,
        trait,
        row.ad_id,
        row.cv_time,
        row.event_id,
        conversion.cv_setting_id,
        row.id,
      ]),
    ),
  );
  const withPostback = created.filter(({ untold }) => untold === null);
  const notices = await writePostbacks(
    tx,
    productId,
    withPostback.map(({ row }): PostbackRequest => ({ result: row, status: row.approval_status })),
    { kind: 'created', now, dueAt: now },
  );
  const noticeOf = new Map(withPostback.map(({ row }, index) => [row.id, notices[index]]));
  await recordStateChanges(
    tx,
    { productId, changeId, at: now, userId: null },
    created.map(({ row, untold }) => {
      const silent: Notice = {
        postbackId: null,
        untold: isEnumValue(NoPostbackReason, untold) ? untold : NoPostbackReason.IMPORT,
      };
      return {
        resultId: row.id,
        from: null,
        to: row.approval_status,
        reason: null,
        notice: noticeOf.get(row.id) ?? silent,
      };
    }),
  );
  const approved = withPostback.filter(({ row }) => row.approval_status === ApprovalStatus.APPROVED);
  await writeSends(
    tx,
    productId,
    [...new Set(approved.map(({ row }) => row.conversion_id))],
    SendWhen.APPROVAL,
    { now, dueAt: now },
  );
  const stale = new StaleMarks(productId);
  for (const { row } of created) stale.day(row.day);
  await stale.save(tx);
}

/**
 * Creates the results of the earliest queued conversions in (time, id) order, within the caller's
 * transaction. Uses the current settings of each ad: flag, method, cost and rules. Later changes leave
 * created results unchanged. Rejects the pending results of conversions that became duplicates of an order.
 * @param most maximum number of conversions
 * @returns the number of processed conversions; 0 if none is queued or all wait for visitors to be derived
 */
export async function makeResults(
  tx: Tx,
  productId: number,
  most: number,
  now = Date.now(),
): Promise<number> {
  const dues = await readDue(tx, productId, most);
  const conversions = dues.flatMap(({ conversion }) => conversion ?? []);
  await rejectDuplicates(tx, conversions, now);
  const noPostbackReasons = new Map(dues.map(({ row, conversion }) => [conversion?.id, row.untold]));
  const evaluated = await evaluateCandidates(tx, productId, await candidatesOf(tx, productId, conversions));
  await storeResults(
    tx,
    productId,
    evaluated,
    ({ conversion }) => noPostbackReasons.get(conversion.id) ?? null,
    now,
  );
  const fresh = dues.flatMap(({ row, conversion }) =>
    conversion && row.untold === null && isOpen(conversion) ? [conversion.id] : [],
  );
  await writeSends(tx, productId, fresh, SendWhen.CREATION, { now, dueAt: now });
  await finishDue(tx, productId, dues, now);
  return dues.length;
}

/** Creates the results of one conversion out of order, for a link test that is rolled back. */
export async function makeResultsOf(
  tx: Tx,
  productId: number,
  conversion: { readonly cv_setting_id: number; readonly event_id: string },
  now: number,
): Promise<void> {
  const conversions = [...(await conversionsOf(tx, productId, [conversion])).values()];
  await storeResults(
    tx,
    productId,
    await evaluateCandidates(tx, productId, await candidatesOf(tx, productId, conversions)),
    () => null,
    now,
  );
}
