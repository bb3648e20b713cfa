import { dayOf, formatDay } from '../../shared/domain/calendar';
import type { Reader } from '../reader';

const QUERY = `query ($p: Int!, $day: Date!) {
  adSummaries(productId: $p, dateFrom: $day, dateTo: $day) { total { figures { adClickCount cvTotalFinal pvCount } } } }`;

/** Today's report of a product. */
export interface TodayTotals {
  clicks: number;
  conversions: number;
  views: number;
}

interface Answer {
  data: {
    adSummaries: {
      total: {
        figures: { adClickCount: number | null; cvTotalFinal: number | null; pvCount: number | null };
      };
    };
  };
}

/** Reads today's report over GraphQL. */
export const readTodayTotals = async (reader: Reader, productId: number): Promise<TodayTotals> => {
  const { data } = JSON.parse(
    await reader.ask(QUERY, { p: productId, day: formatDay(dayOf(Date.now())) }),
  ) as Answer;
  const { adClickCount, cvTotalFinal, pvCount } = data.adSummaries.total.figures;
  return { clicks: adClickCount ?? 0, conversions: cvTotalFinal ?? 0, views: pvCount ?? 0 };
};
