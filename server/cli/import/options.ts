import { parseArgs } from 'node:util';
import { CommandError, parseCommandLine, parseProductOption } from '../command';

const USAGE = 'npm run import -- FILE [--product ID] [--create-ads] [--notify]';

export interface ImportCommand {
  file: string;
  productId?: number | undefined;
  createAds: boolean;
  /** Sends postbacks for results of the import. */
  notify: boolean;
}

const parse = (args: string[]) =>
  parseCommandLine(USAGE, () =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        product: { type: 'string' },
        'create-ads': { type: 'boolean', default: false },
        notify: { type: 'boolean', default: false },
      },
    }),
  );

/**
 * Parses the command line.
 * @throws CommandError naming the invalid option
 */
export const parseImportOptions = (args: string[]): ImportCommand => {
  const { values, positionals } = parse(args);
  const [file] = positionals;
  if (file === undefined || positionals.length !== 1) throw new CommandError(`Usage: ${USAGE}`);
  return {
    file,
    productId: parseProductOption(values.product),
    createAds: values['create-ads'],
    notify: values.notify,
  };
};
