import { parseArgs } from 'node:util';
import { formatDay, type Day } from '../../shared/domain/calendar';
import type { Database } from '../db/database';
import { sealedBefore } from '../journeys';
import { CommandError, parseDayOption, parseCommandLine, parseProductOption } from './command';

/** Product and inclusive range of Tokyo days of a command. */
export interface ProductRange {
  productId?: number | undefined;
  from: Day;
  to: Day;
}

const FIRST_DAY = 10_000_101;
const LAST_DAY = 99_991_231;

const parse = (args: string[], usage: string) =>
  parseCommandLine(
    usage,
    () =>
      parseArgs({
        args,
        options: { product: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
      }).values,
  );

/**
 * Parses `--product ID --from D --to D`, all optional.
 * @throws CommandError naming the invalid option
 */
export const parseRangeOptions = (args: string[], usage: string): ProductRange => {
  const values = parse(args, usage);
  const productId = parseProductOption(values.product);
  const from = values.from === undefined ? FIRST_DAY : parseDayOption('from', values.from);
  const to = values.to === undefined ? LAST_DAY : parseDayOption('to', values.to);
  if (from > to) throw new CommandError('--from: must not be after --to');
  return { productId, from, to };
};

/**
 * Returns the first day of a product that isn't sealed. Warns on standard error if the range starts earlier.
 */
export const firstOpenDay = async (db: Database, productId: number, from: Day): Promise<Day> => {
  const sealed = await sealedBefore(db.readOnlyTx, productId);
  if (from < sealed)
    console.error(
      `product ${productId}: days before ${formatDay(sealed)} are sealed: their events are final, and their contacts deleted unless they are archived`,
    );
  return sealed;
};
