import { parseArgs } from 'node:util';
import type { Day } from '../../../shared/domain/calendar';
import { CommandError, parseDayOption, parseCommandLine } from '../command';

const USAGE = 'npm run seed -- --product ID [--clicks N] [--months N] [--random N] [--until yyyy-MM-dd]';

export interface SeedOptions {
  productId: number;
  clicks: number;
  months: number;
  random: number;
  /** Last Tokyo day of the history. Defaults to yesterday. */
  until?: Day | undefined;
}

const parse = (args: string[]) =>
  parseCommandLine(USAGE, () =>
    parseArgs({
      args,
      options: {
        product: { type: 'string' },
        clicks: { type: 'string', default: '100000' },
        months: { type: 'string', default: '12' },
        random: { type: 'string', default: '42' },
        until: { type: 'string' },
      },
    }),
  ).values;

const parseInteger = (name: string, text: string | undefined, min: number, max: number): number => {
  const value = Number(text?.replace(/_/g, ''));
  if (!text || !Number.isInteger(value) || value < min || value > max) {
    throw new CommandError(`--${name}: must be a whole number from ${min} to ${max}\nUsage: ${USAGE}`);
  }
  return value;
};

/**
 * Parses the command line.
 * @throws CommandError naming the invalid option
 */
export const parseSeedOptions = (args: string[]): SeedOptions => {
  const values = parse(args);
  return {
    productId: parseInteger('product', values.product, 1, 2_147_483_647),
    clicks: parseInteger('clicks', values.clicks, 1, 100_000_000),
    months: parseInteger('months', values.months, 1, 120),
    random: parseInteger('random', values.random, 0, 4_294_967_295),
    until: values.until === undefined ? undefined : parseDayOption('until', values.until),
  };
};
