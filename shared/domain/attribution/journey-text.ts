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
const NINE = '9'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const STAR = '*'.charCodeAt(0);

/**
 * Reads the journeys of texts into columns, with amounts in yen. Reads digit by digit, because splitting
 * hundreds of thousands of lines takes seconds.
 *
 * @param classes those of the converting journeys that count
 * @returns also the number of null journeys that are too young to count
 */
export function decodeJourneys(
  texts: readonly JourneyText[],
  classes: readonly number[],
): { journeys: Journeys; open: number } {
  const places = new Places();
  const touches: number[] = [];
  const ends: number[] = [];
  const [conversions, amounts, nulls]: [number[], number[], number[]] = [[], [], []];
  let open = 0;
  for (const { text, matureAge } of texts) {
    let at = 0;
    const number = (): number => {
      let value = 0;
      for (let code; (code = text.charCodeAt(at)) >= ZERO && code <= NINE; at++)
        value = value * 10 + code - ZERO;
      return value;
    };
    while (at < text.length) {
      const group = number();
      const begin = touches.length;
      do {
        at++;
        touches.push(places.of(number()));
      } while (text.charCodeAt(at) === COMMA);
      at++;
      const converting = number();
      at++;
      const sen = number();
      let mature = 0;
      for (at++; group === NULL_CLASS && at < text.length; at++) {
        const age = number();
        let n = 1;
        if (text.charCodeAt(at) === STAR) {
          at++;
          n = number();
        }
        if (age >= matureAge) mature += n;
        else open += n;
        if (text.charCodeAt(at) !== COMMA) break;
      }
      at++;
      if (group === NULL_CLASS ? mature === 0 : !classes.includes(group)) {
        touches.length = begin;
        continue;
      }
      ends.push(touches.length);
      conversions.push(group === NULL_CLASS ? 0 : converting);
      amounts.push(group === NULL_CLASS ? 0 : sen / 100);
      nulls.push(mature);
    }
  }
  return {
    journeys: {
      values: places.values,
      touches: new Int32Array(touches),
      ends: new Int32Array(ends),
      conversions: new Float64Array(conversions),
      amounts: new Float64Array(amounts),
      nulls: new Float64Array(nulls),
    },
    open,
  };
}
