import type { TFunction } from 'i18next';
import type { CreditExplanationQuery } from '../../../../generated/graphql';
import { displayParts } from '../../../../../../shared/format';
import { isKeyOf } from '../../../../../../shared/records';

export type Explanation = CreditExplanationQuery['creditExplanation'];
export type Outcome = Explanation['asked'];
export type Credit = Outcome['credit'][number];
export type Contact = Explanation['contacts'][number];

const REASONS = {
  excluded_ip: true,
  bot: true,
  foreign_host: true,
  repeated_landing: true,
  linked_later: true,
  outside_tracking_term: true,
  before_previous: true,
  not_evaluated: true,
  ad_invalid: true,
  asp_invalid: true,
  ad_outside_period: true,
  out_of_period: true,
} as const;

/** Returns the reason for leaving out a contact, as a short label and a sentence. */
export function reasonTexts(
  reason: string,
  windowDays: number,
  t: TFunction,
): { short: string; sentence: string } {
  if (!isKeyOf(REASONS, reason)) return { short: reason, sentence: '' };
  return {
    short: t(`credit.reasons.${reason}`),
    sentence: t(`credit.hints.${reason}`, { count: windowDays }),
  };
}

/** Returns a key that identifies a credited ad. */
export const creditKey = ({ kind, ad }: Pick<Credit, 'kind' | 'ad'>): string => `${kind}${ad?.id ?? ''}`;

export const creditName = ({ kind, ad }: Pick<Credit, 'kind' | 'ad'>, t: TFunction): string =>
  kind === 'no_ad'
    ? t('credit.noAd')
    : kind === 'others'
      ? t('credit.others')
      : (ad?.label ?? t('credit.gone'));

/** Returns true if two outcomes use the same model, evaluation and window. */
export const sameRules = (a: Outcome, b: Outcome): boolean =>
  a.attributionModel === b.attributionModel && a.evaluation === b.evaluation && a.windowDays === b.windowDays;

/** Returns each contact's part of the sales, rounded so that the parts add up to the whole. */
export const salesParts = (contacts: readonly Pick<Contact, 'share'>[], amount: number): number[] =>
  displayParts(
    contacts.map(({ share }) => (share ?? 0) * amount),
    'yen',
  );
