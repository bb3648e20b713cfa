import { parseArgs } from 'node:util';
import type { Day } from '../../../shared/domain/calendar';
import { CommandError, dayOf, parsed } from '../command';

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
  parsed(USAGE, () =>
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

const whole = (name: string, text: string | undefined, min: number, max: number): number => {
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
export const seedOptions = (args: string[]): SeedOptions => {
  const values = parse(args);
  return {
    productId: whole('product', values.product, 1, 2_147_483_647),
    clicks: whole('clicks', values.clicks, 1, 100_000_000),
    months: whole('months', values.months, 1, 120),
    random: whole('random', values.random, 0, 4_294_967_295),
    until: values.until === undefined ? undefined : dayOf('until', values.until),
  };
};
