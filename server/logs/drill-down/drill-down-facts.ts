import {
  isToldAt,
  logOfFigure,
  parseFigure,
  type Figure,
  type Grant,
  type NewAndExistingEvaluation,
} from '../../../shared/catalog';
import { endOfDay, isDay, startOfDay } from '../../../shared/domain/calendar';
import { ownEvaluation } from '../../../shared/domain/journey';
import type { Actor } from '../../auth/actor';
import { badInput } from '../../auth/failure';
import { ownAgency } from '../../auth/permissions';
import type { Condition } from '../../records/condition';
import type { Database } from '../../db/database';
import { ofAcquirers } from './acquirers';
import { cohortRows } from './cohort-rows';
import { factRows, factTable, sharedIn } from './fact-rows';
import { adsAt, factPlace, requirePlace } from './metric-cell';

/** The facts behind a figure: all rows of a table that fulfil every condition. */
export interface FigureFacts {
  readonly figure: Figure;
  readonly table: ReturnType<typeof factTable>;
  /** What its rows are read from: the table, or what stands for it. */
  readonly source: Condition;
  /** What its rows are called in the conditions: `f` for touches of conversions, `e` for rows of a log itself. */
  readonly alias: 'e' | 'f';
  /** All that they fulfil but their days. */
  readonly where: readonly Condition[];
  /** Their days. Where rows are told by their own day already these are left out: SQLite would read all of the days for each row. */
  readonly days: Condition;
  /** The agency whose ads alone they are of; null: of all. */
  readonly agencyId: number | null;
  /** The same days as instants of a column, since logs are kept by time. */
  readonly during: (column: string) => Condition;
}

interface Separation {
  new_existing_separation: number | boolean;
  new_existing_evaluation: NewAndExistingEvaluation;
}

async function evaluationOf(
  db: Database,
  productId: number,
  { evaluation }: Figure,
): Promise<NewAndExistingEvaluation> {
  if (evaluation !== null) return evaluation;
  const [product] = await db.read<Separation>(
    'SELECT new_existing_separation, new_existing_evaluation FROM product WHERE id = ?',
    [productId],
  );
  return ownEvaluation(Boolean(product?.new_existing_separation), product?.new_existing_evaluation ?? 3);
}

/** Reads a figure's word. @throws Failure BAD_USER_INPUT naming `figure` for what is none, is no event, as a fee, or is split among others, as a medium's cost of a device */
export function readFigure(text: string): Figure {
  const figure = parseFigure(text);
  if (!figure || logOfFigure(figure.key) === null || !isToldAt(figure.key, figure))
    throw badInput({ figure: { key: 'invalidInput' } });
  if (!isDay(figure.from) || !isDay(figure.to)) throw badInput({ figure: { key: 'mustBeDate' } });
  if (figure.from > figure.to) throw badInput({ figure: { key: 'fromAfterTo' } });
  const { acquired } = figure;
  if (acquired && !(isDay(acquired.from) && isDay(acquired.to)))
    throw badInput({ figure: { key: 'mustBeDate' } });
  return figure;
}

/**
 * Finds the facts that a report's figure was counted or added up from: the same rows that the rollups are made of. An
 * agency's are those of its own ads.
 *
 * @throws Failure BAD_USER_INPUT, FORBIDDEN (see readFigure, requirePlace)
 */
export async function figureFacts(
  db: Database,
  actor: Actor,
  grant: Grant,
  productId: number,
  figure: Figure,
): Promise<FigureFacts> {
  await requirePlace(db, actor, figure, productId);
  const agency = ownAgency(actor, grant);
  const { from, to } = figure;
  const table = factTable(figure.key);
  const alias = table === 'conversion_touch' ? 'f' : 'e';
  const { acquired, acquiring } = figure;
  return {
    figure,
    table,
    source: acquired ? cohortRows(productId, acquired) : { sql: table, params: [] },
    alias,
    agencyId: agency,
    where: [
      { sql: `${alias}.product_id = ?`, params: [productId] },
      ...(acquired ? [sharedIn(figure)] : factRows(figure, await evaluationOf(db, productId, figure))),
      ...factPlace(alias, figure, productId),
      ...(acquiring
        ? [
            await ofAcquirers(
              db,
              productId,
              { ...figure, acquiring },
              { ads: await adsAt(db, productId, { figure, agencyId: agency }), at: figure.at },
            ),
          ]
        : []),
      ...(agency === null
        ? []
        : [{ sql: `${alias}.ad_id IN (SELECT a.id FROM ad a WHERE a.agency_id = ?)`, params: [agency] }]),
    ],
    days: { sql: `${alias}.day BETWEEN ? AND ?`, params: [from, to] },
    during: (column) => ({ sql: `${column} BETWEEN ? AND ?`, params: [startOfDay(from), endOfDay(to)] }),
  };
}
