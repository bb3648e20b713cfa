import { logOfFigure, type FigureLog } from '../../../shared/catalog';
import { badInput } from '../../auth/failure';
import { allOf, type Condition } from '../../crud/condition';
import type { FilterContext } from '../../crud/list-spec';
import type { LogField } from '../log-record';
import { figureFacts, readFigure } from './figure-facts';

/** The rows of a log that stand behind a figure. */
async function rowsBehind(log: FigureLog, time: string, text: string, { db, actor, grant, products }: FilterContext): Promise<Condition> {
  const figure = readFigure(text);
  if (logOfFigure(figure.key) !== log) throw badInput({ figure: { key: 'invalidInput' } });
  const [productId] = products ?? [];
  if (productId === undefined || products?.length !== 1) throw badInput({ productId: { key: 'required' } });
  const { table, where, during } = await figureFacts(db, actor, grant, productId, figure);
  const days = during(`e.${time}`);
  if (log !== 'conversions') return allOf([days, ...where]);
  const facts = allOf(where);
  // By the primary key of the touches: one look a conversion of these days.
  const exists = { sql: `EXISTS (SELECT 1 FROM ${table} f WHERE f.day = e.day AND f.conversion_id = e.id AND ${facts.sql})`, params: facts.params };
  return allOf([days, exists]);
}

/** Filters a log by a figure of a report: what it was counted or added up from. It is no field of a row. */
export const figureOf = (log: FigureLog, time = 'time'): LogField => ({
  filters: { '': { sql: '', kind: 'text', type: 'text', max: 1, find: ([text = ''], asked) => rowsBehind(log, time, String(text), asked) } },
});
