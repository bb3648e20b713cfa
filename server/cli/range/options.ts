import { parseArgs } from 'node:util';
import { parseDay, type Day } from '../../../shared/domain/calendar';
import { CommandError, parsed, productOf } from '../command';

/** A product and an inclusive range of Tokyo days, as commands take them. */
export interface ProductRange {
  productId?: number | undefined;
  from: Day;
  to: Day;
}

const FIRST_DAY = 10_000_101;
const LAST_DAY = 99_991_231;

const parse = (args: string[], usage: string) =>
  parsed(usage, () => parseArgs({ args, options: { product: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } } }).values);

const dayOf = (name: string, text: string | undefined, open: Day): Day => {
  if (text === undefined) return open;
  const day = parseDay(text);
  if (day === null) throw new CommandError(`--${name}: must be a day, yyyy-MM-dd`);
  return day;
};

/** Reads `--product ID --from D --to D`, all optional. Throws CommandError naming what is wrong. */
export const rangeOptions = (args: string[], usage: string): ProductRange => {
  const values = parse(args, usage);
  const productId = productOf(values.product);
  const from = dayOf('from', values.from, FIRST_DAY);
  const to = dayOf('to', values.to, LAST_DAY);
  if (from > to) throw new CommandError('--from: must not be after --to');
  return { productId, from, to };
};
