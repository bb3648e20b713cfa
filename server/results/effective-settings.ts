import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { isEnumValue, ResultFlag, ResultMethod } from '../../shared/catalog';
import { ApprovalStatus, type ApprovalRules } from '../../shared/domain/results';
import { effectiveSettings } from '../../shared/domain/settings';
import type { Tx } from '../db/database';
import { select, sql } from '../db/statements';

/** Maximum number of arguments per conversion that become traits. */
const MAX_ARGS = 50;

const digest = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);

/**
 * Returns the trait of an IP address, independent of its notation: loads store it as their source wrote it. A
 * v4 address equals its v6-mapped form.
 */
export const ipTrait = (ip: string): string =>
  digest('ip', ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip.toLowerCase());

/** Returns the trait of an argument value. */
export const argTrait = (name: string, value: string): string => digest('arg', name, value);

/** Parses the arguments of a conversion by name; the first of a repeated name wins. */
export function argsOf(query: string | null): Record<string, string> {
  const args = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query ?? '')) if (!args.has(name)) args.set(name, value);
  return Object.fromEntries(args);
}

/**
 * Returns all traits of a result: its IP address and its arguments. @param required name of an argument to
 * include in any case
 */
export function traitsOf(
  ip: string | null,
  args: Readonly<Record<string, string>>,
  required: string | null,
): Set<string> {
  const traits = new Set<string>(ip === null ? [] : [ipTrait(ip)]);
  const names = Object.keys(args).slice(0, MAX_ARGS);
  for (const name of required === null ? names : [...names, required]) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value) traits.add(argTrait(name, value));
  }
  return traits;
}

/** Effective settings for the results of an ad: its own or its ad network's, per group. */
export interface EffectiveSettings {
  readonly adId: number;
  /** 0 without an ad network. */
  readonly aspId: number;
  readonly cvCostSen: number;
  readonly flag: ResultFlag;
  /** Null if none is chosen. */
  readonly method: ResultMethod | null;
  readonly cvTag: string | null;
  readonly webhookUrl: string | null;
  /** Null if automatic approval is off. */
  readonly rules: ApprovalRules | null;
  /** The ad network's words for the statuses. */
  readonly words: Readonly<Record<ApprovalStatus, string | null>>;
}

const SHARED = `result_flag, result_method, cv_tag, webhook_url, auto_approval, approval_unapproved, approval_approved,
  approval_rejected, approval_amount_flag, approval_amount_sen, args_flag, args, exclude_duplicate_ips_flag, exclude_duplicate_ips,
  exclude_duplicate_args_flag, exclude_duplicate_args`;

interface SettingsRow {
  id: number;
  result_flag: number;
  result_method: number | null;
  cv_tag: string | null;
  webhook_url: string | null;
  auto_approval: number;
  approval_unapproved: string | null;
  approval_approved: string | null;
  approval_rejected: string | null;
  approval_amount_flag: number;
  approval_amount_sen: number | null;
  args_flag: number;
  args: string | null;
  exclude_duplicate_ips_flag: number;
  exclude_duplicate_ips: number | null;
  exclude_duplicate_args_flag: number;
  exclude_duplicate_args: string | null;
}

interface AdRow extends SettingsRow {
  asp_id: number | null;
  cv_cost_sen: number;
  result_notice_individually_setting: number;
  auto_approval_individually_setting: number;
}

function rulesOf(row: SettingsRow): ApprovalRules | null {
  if (row.auto_approval !== 1) return null;
  const amount = row.approval_amount_flag === 1 ? row.approval_amount_sen : null;
  return {
    amount: amount === null ? null : amount / 100,
    args: row.args_flag === 1 ? row.args : null,
    duplicateIpDays: row.exclude_duplicate_ips_flag === 1 ? row.exclude_duplicate_ips : null,
    duplicateArg: row.exclude_duplicate_args_flag === 1 ? row.exclude_duplicate_args : null,
  };
}

function combine(ad: AdRow, asp: SettingsRow | undefined): EffectiveSettings {
  const notice = effectiveSettings<SettingsRow, SettingsRow>(ad, asp, ad.result_notice_individually_setting);
  const approval = effectiveSettings<SettingsRow, SettingsRow>(
    ad,
    asp,
    ad.auto_approval_individually_setting,
  );
  return {
    adId: ad.id,
    aspId: asp?.id ?? 0,
    cvCostSen: ad.cv_cost_sen,
    flag: isEnumValue(ResultFlag, notice.result_flag) ? notice.result_flag : ResultFlag.INVALID,
    method: isEnumValue(ResultMethod, notice.result_method) ? notice.result_method : null,
    cvTag: notice.cv_tag,
    webhookUrl: notice.webhook_url,
    rules: rulesOf(approval),
    words: {
      [ApprovalStatus.PENDING]: approval.approval_unapproved,
      [ApprovalStatus.APPROVED]: approval.approval_approved,
      [ApprovalStatus.REJECTED]: approval.approval_rejected,
    },
  };
}

/**
 * Returns the effective settings of an ad with its current ad network, or with the given one (0 for none).
 */
type EffectiveSettingsOf = (adId: number, aspId?: number) => EffectiveSettings | undefined;

/** Reads the effective settings of ads. @param aspIds ad networks besides the current ones of the ads */
export async function readEffectiveSettings(
  tx: Pick<Tx, 'query'>,
  adIds: Iterable<number>,
  aspIds: Iterable<number> = [],
): Promise<EffectiveSettingsOf> {
  const own = 'asp_id, cv_cost_sen, result_notice_individually_setting, auto_approval_individually_setting';
  const ads = await select<AdRow>(tx)`SELECT id, ${sql(own)}, ${sql(SHARED)} FROM ad
    WHERE id IN ${new Set(adIds)}`;
  const neededAspIds = new Set([...aspIds, ...ads.map((ad) => ad.asp_id ?? 0)]);
  neededAspIds.delete(0);
  const asps = new Map(
    (await select<SettingsRow>(tx)`SELECT id, ${sql(SHARED)} FROM asp WHERE id IN ${neededAspIds}`).map(
      (row) => [row.id, row],
    ),
  );
  const byId = new Map(ads.map((ad) => [ad.id, ad]));
  const known = new Map<string, EffectiveSettings>();
  return (adId, aspId) => {
    const ad = byId.get(adId);
    if (!ad) return undefined;
    const key = `${adId} ${aspId}`;
    const combined = known.get(key) ?? combine(ad, asps.get(aspId ?? ad.asp_id ?? 0));
    known.set(key, combined);
    return combined;
  };
}
