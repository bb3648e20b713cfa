import {
  AttributionModel,
  camelCase,
  deviceName,
  enumValues,
  NewAndExistingEvaluation,
  type Grant,
  type RightKey,
} from '../../shared/catalog';
import { entriesOf } from '../../shared/records';
import { ownEvaluation, PATH_CLASS, repeatClassOf } from '../../shared/domain/journey';
import type { Actor } from '../auth/actor';
import { ownAgency, requireRight } from '../auth/permissions';
import { allOf, oneOf, joinInOrder } from '../db/condition';
import type { Database, Dialect } from '../db/database';
import { conversionGuard } from './conversion.log';

/** A touch of an evaluated path. For an agency, touches of other agencies' ads are anonymous. */
export interface PathTouch {
  /** 1..n, oldest first. */
  readonly position: number;
  readonly interactionId: string | null;
  readonly adId: number | null;
  readonly ad: { readonly id: number; readonly label: string } | null;
  readonly device: string | null;
  readonly redirectId: number | null;
  readonly lpoTitle: string | null;
  readonly time: Date;
  /** Share of the conversion under the product's own model. */
  readonly share: number;
  readonly shares: PathShares;
}

/** The shares of a touch, each from 0 to 1. They sum to 1 per path under every model. */
export type PathShares = Readonly<Record<string, number>>;

/** Fields and columns of the shares by model: `touchPoint` and `share_3`. */
const SHARES = entriesOf(AttributionModel).map(([name, model]) => ({
  model,
  field: camelCase(name.toLowerCase()),
  column: `share_${model}` as const,
}));

/** Length of an evaluated path, and the seconds from its first touch to the conversion (null without a touch). */
export interface PathExtent {
  readonly touches: number;
  readonly latency: number | null;
}

export const NO_EXTENT: PathExtent = { touches: 0, latency: null };

/** Returns the share under a model. */
export const shareUnder = (shares: PathShares, model: AttributionModel): number =>
  shares[SHARES[model - 1]?.field ?? ''] ?? 0;

/** Matches no path: repeat conversions are left out when only new customers count. */
const NO_CLASS = 0;

const repeatClass = (evaluation: NewAndExistingEvaluation): number => repeatClassOf(evaluation) ?? NO_CLASS;

/** SQL of the path class under the product's own evaluation. */
const ownRepeatClass = `CASE ${[0, 1]
  .flatMap((separated) =>
    enumValues(NewAndExistingEvaluation).map(
      (own) =>
        `WHEN p.new_existing_separation = ${separated} AND p.new_existing_evaluation = ${own} THEN ${repeatClass(ownEvaluation(separated === 1, own))}`,
    ),
  )
  .join(' ')} END`;

/**
 * FROM clause of the touches of conversions `e` under an evaluation. A direct conversion's row at position 0 is
 * not a touch.
 */
const touchesSql = (
  dialect: Dialect,
  evaluation: NewAndExistingEvaluation | null,
): string => `FROM conversion e
  JOIN product p ON p.id = e.product_id
  ${joinInOrder(dialect)} conversion_touch t ON t.product_id = e.product_id AND t.day = e.day AND t.conversion_id = e.id AND t.pos > 0
    AND t.class = CASE WHEN e.repeated = 0 THEN ${PATH_CLASS.FIRST} ELSE ${evaluation === null ? ownRepeatClass : repeatClass(evaluation)} END`;

interface TouchRow extends Record<(typeof SHARES)[number]['column'], number> {
  conversion_id: number;
  pos: number;
  interaction_id: string | null;
  ad_id: number;
  ad_name: string | null;
  agency_id: number | null;
  device: number;
  redirect_id: number;
  lpo_title: string | null;
  touched_at: number | string;
  attribution_model: AttributionModel;
}

const hidden = {
  interactionId: null,
  adId: null,
  ad: null,
  device: null,
  redirectId: null,
  lpoTitle: null,
} as const;

function touchOf(row: TouchRow, agency: number | null): PathTouch {
  const shares = Object.fromEntries(SHARES.map(({ field, column }) => [field, row[column]]));
  const visible = {
    interactionId: row.interaction_id,
    adId: row.ad_id,
    ad: row.ad_name === null ? null : { id: row.ad_id, label: row.ad_name },
    device: deviceName(row.device),
    redirectId: row.redirect_id || null,
    lpoTitle: row.lpo_title,
  };
  return {
    position: row.pos,
    ...(agency === null || row.agency_id === agency ? visible : hidden),
    time: new Date(Number(row.touched_at)),
    share: shareUnder(shares, row.attribution_model),
    shares,
  };
}

/** Conversions per statement. */
const CHUNK = 1000;

/**
 * Reads the evaluated paths of many conversions at once.
 * Requires the right to the conversion log or to another menu that shows them. Conversions that the actor may
 * not see have no path.
 */
export class ConversionPathService {
  constructor(
    private readonly db: Database,
    private readonly menu: RightKey = 'logs',
  ) {}

  /**
   * Returns the touches of each conversion, oldest first; a conversion without any has no entry.
   * @param evaluation null: the product's own
   */
  async paths(
    actor: Actor,
    ids: readonly number[],
    evaluation: NewAndExistingEvaluation | null,
  ): Promise<Map<number, PathTouch[]>> {
    const grant = requireRight(actor, this.menu, 'view');
    const agency = ownAgency(actor, grant);
    const paths = new Map<number, PathTouch[]>();
    const rows = await this.read<TouchRow>(
      actor,
      grant,
      ids,
      (where) => `SELECT e.id AS conversion_id, t.pos, t.interaction_id, t.ad_id, a.ad_name,
        a.agency_id, t.device, t.redirect_id, l.title AS lpo_title, t.touched_at, ${SHARES.map(({ column }) => `t.${column}`).join(', ')},
        p.attribution_model
      ${touchesSql(this.db.dialect, evaluation)}
      LEFT JOIN ad a ON a.id = t.ad_id
      LEFT JOIN lpo_entry l ON l.id = t.lpo_entry_id
      WHERE ${where} ORDER BY e.id, t.pos`,
    );
    for (const row of rows) {
      const path = paths.get(row.conversion_id);
      if (path) path.push(touchOf(row, agency));
      else paths.set(row.conversion_id, [touchOf(row, agency)]);
    }
    return paths;
  }

  /**
   * Returns length and latency of the paths without reading their touches; a conversion without a touch has no
   * entry.
   */
  async extents(
    actor: Actor,
    ids: readonly number[],
    evaluation: NewAndExistingEvaluation | null,
  ): Promise<Map<number, PathExtent>> {
    const grant = requireRight(actor, this.menu, 'view');
    const rows = await this.read<{ id: number; n: number; latency_ms: number }>(
      actor,
      grant,
      ids,
      (where) =>
        // The row of the last touch holds both.
        `SELECT e.id, t.n, t.latency_ms ${touchesSql(this.db.dialect, evaluation)} AND t.pos = t.n WHERE ${where}`,
    );
    return new Map(
      rows.map(({ id, n, latency_ms: latency }) => [id, { touches: n, latency: latency / 1000 }]),
    );
  }

  private async read<T>(
    actor: Actor,
    grant: Grant,
    ids: readonly number[],
    sqlOf: (where: string) => string,
  ): Promise<T[]> {
    const rows: T[] = [];
    for (let start = 0; start < ids.length; start += CHUNK) {
      // Looks up by conversion id; the + keeps SQLite, which lacks statistics, from choosing the product index.
      const where = allOf([
        oneOf('e.id', ids.slice(start, start + CHUNK)),
        oneOf('+e.product_id', actor.productIds),
        ...conversionGuard(actor, grant),
      ]);
      // A spread would exceed the argument limit with long paths.
      for (const row of await this.db.read<T>(sqlOf(where.sql), where.params)) rows.push(row);
    }
    return rows;
  }
}
