import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';

/** Folder with touch_paths.csv and touch_paths_expected.csv. The data is not part of the repository. */
const DIR = process.env.INFLOW_PATHS_DIR;

export const publicPathsDir = DIR && existsSync(join(DIR, 'touch_paths.csv')) ? DIR : undefined;

/** Factor for amounts. With two decimals it preserves eight decimals of the file. */
export const VALUE_SCALE = 1e6;

const START = Date.parse('2026-01-05T00:00:00+09:00');
const SPREAD_DAYS = 20;

interface Journey {
  touches: string[];
  conversions: number;
  /** Total of the path's conversions, in 1/100 of the scaled unit. */
  valueSen: number;
  withoutConversion: number;
}

const readJourneys = (dir: string): Journey[] =>
  readFileSync(join(dir, 'touch_paths.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [path = '', conversions, value, none] = line.split(',');
      return {
        touches: path.split(' > '),
        conversions: Number(conversions),
        valueSen: Math.round(Number(value) * VALUE_SCALE * 100),
        withoutConversion: Number(none),
      };
    });

/** Expected credit: measure, model, channel, value. */
export const expectedCredit = (
  dir: string,
): { measure: string; model: number; channel: string; value: number }[] =>
  readFileSync(join(dir, 'touch_paths_expected.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [measure = '', model, channel = '', value] = line.split(',');
      return { measure, model: Number(model), channel, value: Number(value) };
    });

/** Returns the k-th of n integer parts that sum to `whole`. */
const part = (whole: number, n: number, k: number): number => Math.floor(whole / n) + (k < whole % n ? 1 : 0);

/**
 * Writes the journeys as event lines: one visitor per journey, one click per touch at rising times, and one
 * conversion with its share of the value. Of the journeys without conversions it writes one per path, because
 * they earn nothing. Returns the number of lines.
 */
export const writeEventLines = async (dir: string, file: string, productId: number): Promise<number> => {
  const out = createWriteStream(file);
  let lines = 0;
  const write = async (event: object): Promise<void> => {
    lines += 1;
    if (!out.write(`${JSON.stringify(event)}\n`)) await once(out, 'drain');
  };
  for (const [number, journey] of readJourneys(dir).entries()) {
    const visitors = journey.conversions + Math.min(1, journey.withoutConversion);
    for (let k = 0; k < visitors; k += 1) {
      const visitor = `p${number}-${k}`;
      const start = START + ((number * 7919 + k * 104_729) % (SPREAD_DAYS * 86_400)) * 1000;
      for (const [i, channel] of journey.touches.entries()) {
        const time = new Date(start + i * 60_000).toISOString();
        await write({
          type: 'click',
          id: `${visitor}-${i}`,
          time,
          product_id: productId,
          visitor_id: visitor,
          ad_name: channel,
        });
      }
      if (k >= journey.conversions) continue;
      const time = new Date(start + journey.touches.length * 60_000).toISOString();
      const amount = part(journey.valueSen, journey.conversions, k) / 100;
      await write({
        type: 'conversion',
        id: `${visitor}-cv`,
        time,
        product_id: productId,
        visitor_id: visitor,
        amount,
      });
    }
  }
  out.end();
  await once(out, 'finish');
  return lines;
};
