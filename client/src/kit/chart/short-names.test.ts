import { shortNames } from './short-names';

const shortened = (names: readonly string[], longest: number): string[] =>
  names.map(shortNames(names, longest));

describe('names where there is little room', () => {
  it('stand whole where they fit', () => {
    expect(shortened(['広告A', '広告B'], 8)).toEqual(['広告A', '広告B']);
  });

  it('keep beginning and end', () => {
    expect(
      shortened(['リスティング 一般（ハーブティー 通販）', 'リスティング 一般（ノンカフェイン）'], 12),
    ).toEqual(['リスティング…ー 通販）', 'リスティング…フェイン）']);
  });

  it('differ where they begin and end alike', () => {
    const [one = '', other = ''] = shortened(
      ['SNS広告 プロスペクティング A 動画 2024年', 'SNS広告 プロスペクティング B 動画 2024年'],
      12,
    );
    expect([one, other]).toEqual(['SNS…A 動画 20…', 'SNS…B 動画 20…']);
  });
});
