import { parseArgs } from 'node:util';
import { messageOf } from '../../thrown';
import { CommandError } from '../command';

const USAGE = 'npm run import -- FILE [--product ID] [--create-ads] [--notify]';

export interface ImportCommand {
  file: string;
  productId?: number | undefined;
  createAds: boolean;
  /** Tell the asps of results that the import makes. */
  notify: boolean;
}

const parse = (args: string[]) => {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        product: { type: 'string' },
        'create-ads': { type: 'boolean', default: false },
        notify: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new CommandError(`${messageOf(error)}\n${USAGE}`);
  }
};

/** Reads the command line. Throws CommandError naming what is wrong. */
export const importOptions = (args: string[]): ImportCommand => {
  const { values, positionals } = parse(args);
  const [file] = positionals;
  if (file === undefined || positionals.length !== 1) throw new CommandError(`Usage: ${USAGE}`);
  if (values.product !== undefined && !/^[1-9]\d{0,9}$/.test(values.product)) {
    throw new CommandError('--product: must be the id of a product');
  }
  return {
    file,
    productId: values.product === undefined ? undefined : Number(values.product),
    createAds: values['create-ads'],
    notify: values.notify,
  };
};
