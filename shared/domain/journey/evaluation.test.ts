import { ownEvaluation, pathClassesOf, repeatClassOf } from './index';

describe('an evaluation', () => {
  it('counts first conversions always, repeat ones not at all, by the path since or by the whole one', () => {
    expect(([1, 2, 3] as const).map(pathClassesOf)).toEqual([[1], [1, 2], [1, 3]]);
    expect(([1, 2, 3] as const).map(repeatClassOf)).toEqual([null, 2, 3]);
  });

  it('is the product\u2019s only while it separates', () => {
    expect([ownEvaluation(true, 1), ownEvaluation(false, 1), ownEvaluation(false, 2)]).toEqual([1, 3, 3]);
  });
});
