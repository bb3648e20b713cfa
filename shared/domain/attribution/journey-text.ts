import { Places, type Journeys } from './journeys';

/** Class of the journeys without a conversion. The others have the class of their conversion's path. */
export const NULL_CLASS = 0;

/** Journeys of some days by class and path: a line of their text. */
export interface JourneyLine {
  readonly class: number;
  /** Ads, joined by commas; runs of an ad are cut at 4. */
  readonly path: string;
  readonly journeys: number;
  /** Sum of the conversions' amounts in sen. */
  readonly amount_sen: number;
  /** Ages of null journeys in whole days with their numbers, for example `0,3*2`; empty for others. */
  readonly ages: string;
}

/** A month or some days of journeys as text. Null journeys count from an age in days. */
export interface JourneyText {
  readonly text: string;
  readonly matureAge: number;
}

/** Returns what identifies a line within its text. */
export const lineKey = ({ class: group, path }: Pick<JourneyLine, 'class' | 'path'>): string =>
  `${path} ${group}`;

export const encodeAges = (ages: ReadonlyMap<number, number>): string =>
  [...ages]
    .sort(([a], [b]) => a - b)
    .map(([age, n]) => (n === 1 ? age : `${age}*${n}`))
    .join();

export const encodeJourneys = (lines: readonly JourneyLine[]): string =>
  lines
    .map((line) => [line.class, line.path, line.journeys, line.amount_sen, line.ages].join(' '))
    .join('\n');

/** Returns the lines of a text. */
export const linesOf = (text: string): JourneyLine[] =>
  (text === '' ? [] : text.split('\n')).map((line) => {
    const [group, path = '', journeys, sen, ages = ''] = line.split(' ');
    return {
      class: Number(group),
      path,
      journeys: Number(journeys),
      amount_sen: Number(sen),
      ages,
    };
  });

const ZERO = '0'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const STAR = '*'.charCodeAt(0);

/** Reads the numbers of a text, from its bytes because that is faster than from its characters. */
class Numbers {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(text: string) {
    this.bytes = new TextEncoder().encode(text === '' ? '' : `${text}\n`);
  }

  get hasEnded(): boolean {
    return this.at >= this.bytes.length;
  }

  /** Reads a number and the character after it, which `endsWith` tells. */
  next(): number {
    let value = 0;
    for (;;) {
      const digit = this.bytes[this.at++]! - ZERO;
      if (digit < 0 || digit > 9) return value;
      value = value * 10 + digit;
    }
  }

  endsWith(code: number): boolean {
    return this.bytes[this.at - 1] === code;
  }
}

/**
 * Reads the journeys of texts into columns, with amounts in yen. Reads digit by digit, because splitting
 * hundreds of thousands of lines takes seconds.
 *
 * @param classes those of the journeys that count; with `NULL_CLASS` also the null ones
 * @returns also the number of null journeys that are too young to count
 */
export function decodeJourneys(
  texts: readonly JourneyText[],
  classes: readonly number[],
): { journeys: Journeys; open: number } {
  // A touch takes a digit and the character after it.
  const touched = new Float64Array(texts.reduce((sum, { text }) => sum + Math.ceil(text.length / 2), 0));
  const ends: number[] = [];
  const [conversions, amounts, nulls]: [number[], number[], number[]] = [[], [], []];
  let [begin, open] = [0, 0];
  for (const { text, matureAge } of texts) {
    const numbers = new Numbers(text);
    while (!numbers.hasEnded) {
      const group = numbers.next();
      let end = begin;
      do touched[end++] = numbers.next();
      while (numbers.endsWith(COMMA));
      const converting = numbers.next();
      const sen = numbers.next();
      let [mature, young] = [0, 0];
      do {
        const age = numbers.next();
        const n = numbers.endsWith(STAR) ? numbers.next() : 1;
        if (age >= matureAge) mature += n;
        else young += n;
      } while (numbers.endsWith(COMMA));
      if (!classes.includes(group)) continue;
      if (group === NULL_CLASS) open += young;
      if (group === NULL_CLASS && mature === 0) continue;
      ends.push((begin = end));
      conversions.push(group === NULL_CLASS ? 0 : converting);
      amounts.push(group === NULL_CLASS ? 0 : sen / 100);
      nulls.push(group === NULL_CLASS ? mature : 0);
    }
  }
  const places = new Places();
  const touches = new Int32Array(begin);
  for (let at = 0; at < begin; at++) touches[at] = places.of(touched[at]!);
  return {
    journeys: {
      touches,
      values: places.values,
      ends: new Int32Array(ends),
      conversions: new Float64Array(conversions),
      amounts: new Float64Array(amounts),
      nulls: new Float64Array(nulls),
    },
    open,
  };
}
