import { shortenNames } from './short-names';

const shortened = (names: readonly string[], longest: number): string[] =>
  names.map(shortenNames(names, longest));

describe('shortNames', () => {
  it('leaves names that fit unchanged', () => {
    expect(shortened(['広告A', '広告B'], 8)).toEqual(['広告A', '広告B']);
  });

  it('keeps the beginning and the end', () => {
    expect(
      shortened(['リスティング 一般（ハーブティー 通販）', 'リスティング 一般（ノンカフェイン）'], 12),
    ).toEqual(['リスティング…ー 通販）', 'リスティング…フェイン）']);
  });

  it('keeps the differing part of names with the same beginning and end', () => {
    const [one = '', other = ''] = shortened(
      ['SNS広告 プロスペクティング A 動画 2024年', 'SNS広告 プロスペクティング B 動画 2024年'],
      12,
    );
    expect([one, other]).toEqual(['SNS…A 動画 20…', 'SNS…B 動画 20…']);
  });
});
