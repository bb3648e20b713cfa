import { parseArgs } from 'node:util';
import type { Day } from '../../../shared/domain/calendar';
import { CommandError, dayOf, parsed, productOf } from '../command';

/** Product and inclusive range of Tokyo days of a command. */
export interface ProductRange {
  productId?: number | undefined;
  from: Day;
  to: Day;
}

const FIRST_DAY = 10_000_101;
const LAST_DAY = 99_991_231;

const parse = (args: string[], usage: string) =>
  parsed(
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
export const rangeOptions = (args: string[], usage: string): ProductRange => {
  const values = parse(args, usage);
  const productId = productOf(values.product);
  const from = values.from === undefined ? FIRST_DAY : dayOf('from', values.from);
  const to = values.to === undefined ? LAST_DAY : dayOf('to', values.to);
  if (from > to) throw new CommandError('--from: must not be after --to');
  return { productId, from, to };
};
