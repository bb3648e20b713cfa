import { parseArgs } from 'node:util';

export const SECTIONS = [
  'reports',
  'graphql',
  'answers',
  'lists',
  'redirects',
  'drain',
  'conversions',
  'memory',
  'console',
  'sizes',
] as const;
export type Section = (typeof SECTIONS)[number];

/** Parts of a `--scale` run, in this order. */
export const SCALE_PARTS = [
  'way',
  'reads',
  'screens',
  'verify',
  'sustained',
  'forget',
  'flood',
  'settings',
  'beside',
  'delay',
  'results',
] as const;
export type ScalePart = (typeof SCALE_PARTS)[number];

export interface BenchOptions {
  small: number;
  large: number;
  rounds: number;
  sections: readonly Section[];
  /** Contacts of the history that runs from the click log to the report. 0 runs the ordinary bench. */
  scale: number;
  /** The same for the embedded database, which handles less. */
  embeddedScale: number;
  /** Number of results in the approval measurement. */
  results: number;
  parts: readonly ScalePart[];
  databases: readonly ('sqlite' | 'mysql')[];
}

const USAGE = `npm run bench -- [--small 140000] [--large 700000] [--rounds 15] [--only ${SECTIONS.join(',')}] [--databases sqlite,mysql]\n       npm run bench -- --scale [--clicks 5000000] [--embedded-clicks 500000] [--results 1000000] [--only ${SCALE_PARTS.join(',')}] [--databases sqlite,mysql]`;

/** Parses a list of names. Returns all names if the text is empty. */
const list = <T extends string>(text: string | undefined, known: readonly T[]): readonly T[] =>
  text === undefined
    ? known
    : text.split(',').map((name) => {
        const match = known.find((one) => one === name.trim());
        if (!match) throw new Error(`${name}: unknown\n${USAGE}`);
        return match;
      });

/** Parses the command line. Throws an error with the usage. */
export const benchOptions = (args: string[]): BenchOptions => {
  const { values } = parseArgs({
    args,
    options: {
      small: { type: 'string', default: '140000' },
      large: { type: 'string', default: '700000' },
      rounds: { type: 'string', default: '15' },
      only: { type: 'string' },
      scale: { type: 'boolean', default: false },
      clicks: { type: 'string', default: '5000000' },
      results: { type: 'string', default: '1000000' },
      'embedded-clicks': { type: 'string', default: '500000' },
      databases: { type: 'string', default: 'sqlite,mysql' },
    },
  });
  const wholeNumber = (text: string): number => {
    const value = Number(text.replace(/_/g, ''));
    if (!Number.isInteger(value) || value < 1) throw new Error(`${text}: must be a whole number\n${USAGE}`);
    return value;
  };
  return {
    small: wholeNumber(values.small),
    large: wholeNumber(values.large),
    rounds: wholeNumber(values.rounds),
    sections: list(values.scale ? undefined : values.only, SECTIONS),
    scale: values.scale ? wholeNumber(values.clicks) : 0,
    embeddedScale: values.scale ? wholeNumber(values['embedded-clicks']) : 0,
    results: wholeNumber(values.results),
    parts: list(values.scale ? values.only : undefined, SCALE_PARTS),
    databases: list(values.databases, ['sqlite', 'mysql'] as const),
  };
};
