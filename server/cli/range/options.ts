import { parseArgs } from 'node:util';
import { parseDay, type Day } from '../../../shared/domain/calendar';
import { messageOf } from '../../thrown';
import { CommandError } from '../command';

/** A product and an inclusive range of Tokyo days, as commands take them. */
export interface ProductRange {
  productId?: number | undefined;
  from: Day;
  to: Day;
}

const FIRST_DAY = 10_000_101;
const LAST_DAY = 99_991_231;

const parse = (args: string[], usage: string) => {
  try {
    return parseArgs({ args, options: { product: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } } }).values;
  } catch (error) {
    throw new CommandError(`${messageOf(error)}\nUsage: ${usage}`);
  }
};

const dayOf = (name: string, text: string | undefined, open: Day): Day => {
  if (text === undefined) return open;
  const day = parseDay(text);
  if (day === null) throw new CommandError(`--${name}: must be a day, yyyy-MM-dd`);
  return day;
};

/** Reads `--product ID --from D --to D`, all optional. Throws CommandError naming what is wrong. */
export const rangeOptions = (args: string[], usage: string): ProductRange => {
  const values = parse(args, usage);
  if (values.product !== undefined && !/^[1-9]\d{0,9}$/.test(values.product)) {
    throw new CommandError('--product: must be the id of a product');
  }
  const from = dayOf('from', values.from, FIRST_DAY);
  const to = dayOf('to', values.to, LAST_DAY);
  if (from > to) throw new CommandError('--from: must not be after --to');
  return { productId: values.product === undefined ? undefined : Number(values.product), from, to };
};
