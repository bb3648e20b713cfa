import {
  AttributionModel,
  deviceName,
  enumValues,
  isEnumValue,
  NewAndExistingEvaluation,
} from '../../../shared/catalog';
import { models, shareExpressions } from '../../../shared/domain/attribution';
import {
  explainPath,
  LONGEST_TERM,
  ownEvaluation,
  sharesByAd,
  type ConversionToExplain,
  type ExplainedPath,
} from '../../../shared/domain/journey';
import type { Actor } from '../../auth/actor';
import { badInput, notFound } from '../../auth/failure';
import { ownAgency, requireRight } from '../../auth/permissions';
import type { ListService } from '../../records/list.service';
import { numberOrNull } from '../../records/row-values';
import { select } from '../../db/statements';
import type { Database } from '../../db/database';
import {
  readCandidates,
  storedConversion,
  type Candidate,
  type RejectedClick,
  type StoredConversion,
} from './candidates';

/**
 * The conversion and the assumptions to explain; absent ones default to the stored term and the product's
 * settings.
 */
export interface CreditQuery {
  readonly conversionId: string;
  readonly productId: number;
  readonly cvSettingId?: number | null;
  readonly attributionModel?: number | null;
  readonly evaluation?: number | null;
  /** Days of the tracking term; defaults to the term stored with the conversion. */
  readonly windowDays?: number | null;
}

type Label = { readonly id: number; readonly label: string };

/** A part of a conversion: credited to an ad, to no ad (direct), or to other agencies' ads together. */
export interface Credit {
  readonly kind: 'ad' | 'no_ad' | 'others';
  readonly ad: Label | null;
  readonly share: number;
  /** Yen, unrounded. */
  readonly amount: number;
}

/** Credit of a conversion under one model, evaluation and window. */
export interface CreditOutcome {
  readonly attributionModel: AttributionModel;
  readonly evaluation: NewAndExistingEvaluation;
  readonly windowDays: number;
  /** False if the evaluation leaves the conversion out. */
  readonly counts: boolean;
  readonly touches: number;
  readonly credit: readonly Credit[];
}

/** A contact or rejected click, with its result. */
export interface CreditContact {
  /** Position in the path, from 1; null if it was left out. */
  readonly position: number | null;
  readonly interactionId: string | null;
  readonly ad: Label | null;
  readonly device: string | null;
  readonly time: Date;
  /** Seconds to the conversion. */
  readonly before: number;
  readonly share: number | null;
  /** Formula of the share: `0.7^2 / (1 + 0.7 + 0.7^2)`. */
  readonly written: string | null;
  readonly leftOut: string | null;
}

export interface CreditExplanation {
  readonly cvTime: Date;
  readonly amount: number;
  readonly repeat: boolean;
  readonly previousTime: Date | null;
  readonly excludedReason: string | null;
  readonly windowFrom: Date;
  /** The term when the conversion was recorded. */
  readonly trackingTerm: number;
  readonly settings: {
    readonly trackingTerm: number;
    readonly attributionModel: number;
    readonly evaluation: number;
  };
  readonly asked: CreditOutcome;
  readonly counted: CreditOutcome;
  readonly models: readonly CreditOutcome[];
  readonly evaluations: readonly CreditOutcome[];
  readonly contacts: readonly CreditContact[];
}

const DAY_MS = 86_400_000;

interface ProductRow {
  tracking_term: number;
  attribution_model: AttributionModel;
  new_existing_separation: number | boolean;
  new_existing_evaluation: NewAndExistingEvaluation;
}

interface AdRow {
  id: number;
  ad_name: string;
  agency_id: number | null;
}

/** Returns the ad as the reader may see it. */
type Reader = (adId: number) => { readonly seen: boolean; readonly ad: Label | null };

/** Explains the credit of a conversion's ads with the same functions that assign it. */
export class CreditService {
  constructor(
    private readonly db: Database,
    private readonly conversions: ListService,
  ) {}

  /**
   * Explains the credit of a conversion.
   * @throws FORBIDDEN without the right to logs; NOT_FOUND for a conversion that the actor may not see, whether
   *   it exists or not; BAD_USER_INPUT for an invalid model, evaluation or window
   */
  async explain(actor: Actor, query: CreditQuery): Promise<CreditExplanation> {
    const grant = requireRight(actor, 'logs', 'view');
    validateQuery(query);
    const { rowId } = await this.conversions.get(actor, query.conversionId, new Set(['rowId']), {
      productId: query.productId,
      cvSettingId: query.cvSettingId,
    });
    const [stored, [product]] = await Promise.all([
      storedConversion(this.db, numberOrNull(rowId) ?? 0),
      select<ProductRow>(this.db)`SELECT tracking_term, attribution_model, new_existing_separation,
        new_existing_evaluation FROM product WHERE id = ${query.productId}`,
    ]);
    if (!stored || !product) throw notFound();
    const agency = ownAgency(actor, grant);
    const window = query.windowDays ?? stored.tracking_term;
    // Rejected clicks can't be attributed to an agency, which does not see the rejected event log either.
    const candidates = await readCandidates(
      this.db,
      stored,
      Math.max(window, stored.tracking_term),
      agency === null,
    );
    const reader = await this.reader(
      agency,
      [...candidates.contacts, ...candidates.rejected].map(({ adId }) => adId ?? 0),
    );
    const own = ownEvaluation(Boolean(product.new_existing_separation), product.new_existing_evaluation);
    const model = isEnumValue(AttributionModel, query.attributionModel)
      ? query.attributionModel
      : product.attribution_model;
    const evaluation = isEnumValue(NewAndExistingEvaluation, query.evaluation) ? query.evaluation : own;
    const { contacts } = candidates;
    const pathOf = (days: number, by: NewAndExistingEvaluation) => {
      const conversion: ConversionToExplain = { ...candidates.conversion, trackingTerm: days };
      return explainPath(contacts, conversion, by);
    };
    const outcome = (
      byModel: AttributionModel,
      byEvaluation: NewAndExistingEvaluation,
      days: number,
    ): CreditOutcome =>
      outcomeOf(
        stored,
        pathOf(days, byEvaluation),
        { attributionModel: byModel, evaluation: byEvaluation, windowDays: days },
        reader,
      );
    return {
      cvTime: new Date(Number(stored.time)),
      amount: stored.amount_sen / 100,
      repeat: Boolean(stored.repeated),
      previousTime: stored.previous_time === null ? null : new Date(Number(stored.previous_time)),
      excludedReason: stored.excluded_reason,
      windowFrom: new Date(Number(stored.time) - window * DAY_MS),
      trackingTerm: stored.tracking_term,
      settings: {
        trackingTerm: product.tracking_term,
        attributionModel: product.attribution_model,
        evaluation: own,
      },
      asked: outcome(model, evaluation, window),
      counted: outcome(product.attribution_model, own, stored.tracking_term),
      models: models.map(({ value }) => outcome(value, evaluation, window)),
      evaluations: enumValues(NewAndExistingEvaluation).map((value) => outcome(model, value, window)),
      contacts: contactsOf(stored, pathOf(window, evaluation), candidates.rejected, model, reader),
    };
  }

  /** Creates the reader: an agency sees only its own ads; others are anonymous. */
  private async reader(agency: number | null, adIds: readonly number[]): Promise<Reader> {
    const ids = [...new Set(adIds)].filter((id) => id > 0);
    const rows = await select<AdRow>(this.db)`SELECT id, ad_name, agency_id FROM ad WHERE id IN ${ids}`;
    const ads = new Map(rows.map((row) => [row.id, row]));
    return (id) => {
      const ad = ads.get(id);
      const seen = agency === null || ad?.agency_id === agency;
      return { seen, ad: seen && ad ? { id, label: ad.ad_name } : null };
    };
  }
}

function validateQuery({ attributionModel, evaluation, windowDays }: CreditQuery): void {
  const oneOf = (values: readonly number[]) =>
    ({ key: 'mustBeOneOf', params: { values: values.join(', ') } }) as const;
  if (attributionModel != null && !isEnumValue(AttributionModel, attributionModel))
    throw badInput({ attributionModel: oneOf(enumValues(AttributionModel)) });
  if (evaluation != null && !isEnumValue(NewAndExistingEvaluation, evaluation))
    throw badInput({ evaluation: oneOf(enumValues(NewAndExistingEvaluation)) });
  if (windowDays == null) return;
  if (windowDays < 1) throw badInput({ windowDays: { key: 'minValue', params: { min: 1 } } });
  if (windowDays > LONGEST_TERM)
    throw badInput({ windowDays: { key: 'maxValue', params: { max: LONGEST_TERM } } });
}

type Assumptions = Pick<CreditOutcome, 'attributionModel' | 'evaluation' | 'windowDays'>;

function outcomeOf(
  { amount_sen: sen }: StoredConversion,
  { path }: ExplainedPath<Candidate>,
  assumptions: Assumptions,
  reader: Reader,
): CreditOutcome {
  const shares = sharesByAd(path, assumptions.attributionModel);
  const creditOf = (kind: Credit['kind'], ad: Label | null, share: number): Credit => ({
    kind,
    ad,
    share,
    amount: (share * sen) / 100,
  });
  const others = shares.filter(({ adId }) => adId > 0 && !reader(adId).seen);
  return {
    ...assumptions,
    counts: path !== null,
    touches: path?.n ?? 0,
    credit: [
      ...shares.flatMap(({ adId, share }) =>
        adId === 0
          ? [creditOf('no_ad', null, share)]
          : reader(adId).seen
            ? [creditOf('ad', reader(adId).ad ?? { id: adId, label: `#${adId}` }, share)]
            : [],
      ),
      ...(others.length > 0
        ? [
            creditOf(
              'others',
              null,
              others.reduce((sum, { share }) => sum + share, 0),
            ),
          ]
        : []),
    ],
  };
}

function contactsOf(
  { time: at }: StoredConversion,
  { path, contacts }: ExplainedPath<Candidate>,
  rejected: readonly RejectedClick[],
  model: AttributionModel,
  reader: Reader,
): CreditContact[] {
  const written =
    path && path.n > 0
      ? shareExpressions(
          model,
          path.touches.map(({ touch }) => touch.adId),
        )
      : [];
  const before = (time: number): number => (Number(at) - time) / 1000;
  const explained = contacts.flatMap(({ contact, place, leftOut }): CreditContact[] => {
    const { seen, ad } = reader(contact.adId);
    // Hide contacts of others' ads that were left out.
    if (!seen && !place) return [];
    return [
      {
        position: place?.pos ?? null,
        interactionId: seen ? contact.id : null,
        ad,
        device: seen ? deviceName(contact.device) : null,
        time: new Date(contact.time),
        before: before(contact.time),
        share: place ? (place.shares[model - 1] ?? 0) : null,
        written: place ? (written[place.pos - 1] ?? null) : null,
        leftOut,
      },
    ];
  });
  const rejections = rejected.map(({ time, adId, reason }): CreditContact => ({
    position: null,
    interactionId: null,
    ad: adId === null ? null : reader(adId).ad,
    device: null,
    time: new Date(time),
    before: before(time),
    share: null,
    written: null,
    leftOut: reason,
  }));
  return [...explained, ...rejections].sort(
    (a, b) => a.time.getTime() - b.time.getTime() || (a.position ?? Infinity) - (b.position ?? Infinity),
  );
}
