import { seeded } from '../domain/testing/random';
import {
  figureOperators,
  formatFigureCondition,
  isFigureFilter,
  MAX_FIGURE_CONDITIONS,
  meetsCondition,
  parseFigureCondition,
  readFigureConditions,
  type FigureOperator,
} from './figure-filter';

describe('a condition as text', () => {
  it.each([
    ['cv_total_final>=3', 'cv_total_final>=3'],
    ['cvTotalFinal >= 3', 'cv_total_final>=3'],
    [' ad_cost<10000.50 ', 'ad_cost<10000.5'],
    ['roas=0', 'roas=0'],
    ['profit<-5', 'profit<-5'],
    ['custom_12>0.25', 'custom_12>0.25'],
    ['ad_cost_share<=0.1', 'ad_cost_share<=0.1'],
  ])('%s is read as %s', (text, read) => {
    const condition = parseFigureCondition(text);
    expect(condition && formatFigureCondition(condition)).toBe(read);
  });

  it.each([
    '',
    'cpa',
    '>3',
    'cpa>',
    'cpa=>3',
    'cpa!=3',
    'cpa>=1e5',
    'cpa>=NaN',
    'cpa>=1,000',
    'cpa>=3;',
    '1>2',
    'cpa>3>2',
    'c pa>3',
    `${'x'.repeat(62)}>1`,
  ])('%j is malformed', (text) => {
    expect(parseFigureCondition(text)).toBeNull();
  });

  it('drops malformed and repeated conditions of an address, and those above the limit', () => {
    expect(readFigureConditions('cpa>1,nonsense,cpa>1,roas<2').map(formatFigureCondition)).toEqual([
      'cpa>1',
      'roas<2',
    ]);
    const many = Array.from({ length: 12 }, (_, n) => `cpa>${n}`);
    expect(readFigureConditions(many.join(','))).toHaveLength(MAX_FIGURE_CONDITIONS);
    expect([isFigureFilter(many), isFigureFilter(many.slice(0, 10)), isFigureFilter(['nothing>1'])]).toEqual([
      false,
      true,
      false,
    ]);
    expect(readFigureConditions(null)).toEqual([]);
  });
});

describe('a value meets a condition', () => {
  it.each<[number | null | undefined, FigureOperator, number, boolean]>([
    [3, '>=', 3, true],
    [2.99, '>=', 3, false],
    // Shares of credit do not add up exactly.
    [2.9999999999999996, '>=', 3, true],
    [3.0000000000000004, '>', 3, false],
    [3.0000000000000004, '<=', 3, true],
    [2.9999999999999996, '<', 3, false],
    [0.1 + 0.2, '=', 0.3, true],
    [3.01, '>', 3, true],
    [0, '<', 1, true],
    [0, '=', 0, true],
    [-1, '<', 0, true],
    // No value: a ratio without a denominator.
    [null, '<', 5, false],
    [null, '>=', 0, false],
    [null, '=', 0, false],
    [undefined, '<=', 5, false],
    [NaN, '<', 5, false],
    [Infinity, '>', 5, false],
  ])('%s %s %s: %s', (value, operator, bound, expected) => {
    expect(meetsCondition(value, { operator, value: bound })).toBe(expected);
  });

  it('exactly one of <, = and > holds for a value, and >= and <= follow from them', () => {
    const random = seeded(11);
    for (let round = 0; round < 500; round += 1) {
      const [value, bound] = [random.below(40) / 4 - 3, random.below(40) / 4 - 3];
      const met = Object.fromEntries(
        figureOperators.map((operator) => [operator, meetsCondition(value, { operator, value: bound })]),
      );
      expect([met['<'], met['='], met['>']].filter(Boolean)).toHaveLength(1);
      expect([met['>='], met['<=']]).toEqual([met['>'] || met['='], met['<'] || met['=']]);
    }
  });
});
