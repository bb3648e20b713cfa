import { ownEvaluation, pathClassesOf, repeatClassOf } from './index';

describe('an evaluation', () => {
  it('always counts first conversions; repeat ones not at all, by the cut path or by the whole path', () => {
    expect(([1, 2, 3] as const).map(pathClassesOf)).toEqual([[1], [1, 2], [1, 3]]);
    expect(([1, 2, 3] as const).map(repeatClassOf)).toEqual([null, 2, 3]);
  });

  it('is the product’s own only while separation is on', () => {
    expect([ownEvaluation(true, 1), ownEvaluation(false, 1), ownEvaluation(false, 2)]).toEqual([1, 3, 3]);
  });
});
