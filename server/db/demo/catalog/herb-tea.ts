import { SEASONS, type DemoProduct } from './demo-product';

const AGENCY = '株式会社アドグロース';
const SECOND = 'ミナト広告社';

/** The product that the demo links and the demo site belong to. */
export const herbTea: DemoProduct = {
  name: 'ハーブティー定期便',
  shop: true,
  separation: true,
  evaluation: 3,
  model: 1,
  asps: ['サーチワン', 'ツナガルSNS', 'ミルムービー', 'アフィリンク', 'ポイントの森', 'ディスプレイネット', '自社メール'],
  categories: ['リスティング', 'SNS広告', 'アフィリエイト', '動画広告', 'ディスプレイ', 'メール'],
  types: [
    ['価格訴求', '品質訴求', '口コミ訴求', '季節訴求'],
    ['新規', 'リターゲティング', '既存'],
    ['テキスト', 'バナー', '動画', '記事'],
  ],
  last: [
    { title: '購入完了', page: '/demo-site/thanks', weight: 62, amount: { mu: 8.35, sigma: 0.45 } },
    { title: '定期便申込', page: '/demo-site/subscribed', weight: 26, amount: { mu: 8.7, sigma: 0.25 } },
    { title: 'ギフト購入', page: '/demo-site/gift-thanks', weight: 12, amount: { mu: 8.9, sigma: 0.4 } },
  ],
  middle: [
    { title: 'カート投入', page: null, weight: 70, amount: null },
    { title: 'メルマガ登録', page: '/demo-site/registered', weight: 30, amount: null },
  ],
  crossdomains: [
    ['決済ページ', 'pay.herbtea.example'],
    ['ブランドサイト', 'brand.herbtea.example'],
  ],
  clicks: 13_000,
  conversionRate: 0.07,
  season: SEASONS.winter,
  growth: 1.7,
  ads: [
    { name: 'リスティング 指名（ハーブティー定期便）', asp: 'サーチワン', category: 'リスティング', types: ['品質訴求', '新規', 'テキスト'], agency: AGENCY, weight: 13, opener: 0.35, conversion: 2.2, audience: 'mixed', clickCost: 122, cvCost: 0, performance: true, variants: [['標準LP', 50, 1], ['定期便LP', 50, 1.35]] },
    { name: 'リスティング 一般（ハーブティー 通販）', asp: 'サーチワン', category: 'リスティング', types: ['価格訴求', '新規', 'テキスト'], agency: AGENCY, weight: 11, opener: 1, conversion: 1, audience: 'mixed', clickCost: 307, cvCost: 0, performance: true, variants: [['標準LP', 40, 1, 60], ['比較表LP', 30, 1.2, 34], ['動画LP', 30, 0.75, 6]] },
    { name: 'リスティング 一般（ノンカフェイン）', asp: 'サーチワン', category: 'リスティング', types: ['品質訴求', '新規', 'テキスト'], agency: AGENCY, weight: 8, opener: 1.3, conversion: 0.85, audience: 'phone', clickCost: 269, cvCost: 0, performance: true },
    { name: 'リスティング 悩み（眠れない 飲み物）', asp: 'サーチワン', category: 'リスティング', types: ['季節訴求', '新規', 'テキスト'], agency: AGENCY, weight: 6, opener: 1.8, conversion: 0.5, audience: 'phone', season: 'winter', clickCost: 227, cvCost: 0 },
    { name: 'SNS広告 フィード 20-30代女性', asp: 'ツナガルSNS', category: 'SNS広告', types: ['口コミ訴求', '新規', 'バナー'], agency: SECOND, weight: 12, opener: 2.4, conversion: 0.35, audience: 'phone', clickCost: 131, cvCost: 0 },
    { name: 'SNS広告 ストーリーズ 週末限定', asp: 'ツナガルSNS', category: 'SNS広告', types: ['価格訴求', '新規', '動画'], agency: SECOND, weight: 8, opener: 2, conversion: 0.4, audience: 'phone', clickCost: 115, cvCost: 0, variants: [['標準LP', 50, 0.7], ['縦型LP', 50, 2.9]] },
    { name: 'SNS広告 リターゲティング カート離脱', asp: 'ツナガルSNS', category: 'SNS広告', types: ['価格訴求', 'リターゲティング', 'バナー'], agency: SECOND, weight: 5, opener: 0.1, conversion: 1.9, audience: 'phone', clickCost: 198, cvCost: 0 },
    { name: 'SNS広告 インフルエンサー 春の新茶', asp: 'ツナガルSNS', category: 'SNS広告', types: ['口コミ訴求', '新規', '動画'], agency: SECOND, weight: 4, opener: 2.2, conversion: 0.55, audience: 'phone', season: 'gift', clickCost: 176, cvCost: 0 },
    { name: '動画広告 15秒「夜の一杯」', asp: 'ミルムービー', category: '動画広告', types: ['季節訴求', '新規', '動画'], agency: AGENCY, weight: 7, opener: 2.8, conversion: 0.2, audience: 'mixed', season: 'winter', clickCost: 70, cvCost: 0 },
    { name: '動画広告 6秒バンパー', asp: 'ミルムービー', category: '動画広告', types: ['価格訴求', '新規', '動画'], agency: AGENCY, weight: 4, opener: 2.6, conversion: 0.15, audience: 'phone', clickCost: 45, cvCost: 0 },
    { name: 'アフィリエイト ハーブ暮らし.blog', asp: 'アフィリンク', category: 'アフィリエイト', types: ['口コミ訴求', '新規', '記事'], weight: 6, opener: 1.1, conversion: 1.4, audience: 'mixed', clickCost: 0, cvCost: 1200, performance: true },
    { name: 'アフィリエイト お茶ランキング', asp: 'アフィリンク', category: 'アフィリエイト', types: ['価格訴求', '新規', '記事'], weight: 7, opener: 0.7, conversion: 1.7, audience: 'mixed', clickCost: 0, cvCost: 1500, approvedFrom: 3500, performance: true },
    { name: 'アフィリエイト ママの休憩室', asp: 'アフィリンク', category: 'アフィリエイト', types: ['口コミ訴求', '新規', '記事'], weight: 3, opener: 1.5, conversion: 1.1, audience: 'phone', clickCost: 0, cvCost: 1200, performance: true },
    { name: 'ポイント 初回無料モニター', asp: 'ポイントの森', category: 'アフィリエイト', types: ['価格訴求', '新規', 'バナー'], weight: 4, opener: 0.5, conversion: 2.1, audience: 'desk', clickCost: 0, cvCost: 900, performance: true },
    { name: 'ディスプレイ リターゲティング 標準', asp: 'ディスプレイネット', category: 'ディスプレイ', types: ['価格訴求', 'リターゲティング', 'バナー'], agency: AGENCY, weight: 7, opener: 0.1, conversion: 0.9, audience: 'mixed', clickCost: 93, cvCost: 0 },
    { name: 'ディスプレイ 類似拡張', asp: 'ディスプレイネット', category: 'ディスプレイ', types: ['品質訴求', '新規', 'バナー'], agency: AGENCY, weight: 5, opener: 1.9, conversion: 0.25, audience: 'mixed', clickCost: 58, cvCost: 0 },
    { name: 'ディスプレイ お中元特集', asp: 'ディスプレイネット', category: 'ディスプレイ', types: ['季節訴求', '新規', 'バナー'], agency: AGENCY, weight: 3, opener: 1.2, conversion: 0.9, audience: 'desk', season: 'summer', clickCost: 106, cvCost: 0 },
    { name: 'メール 定期便のお知らせ', asp: '自社メール', category: 'メール', types: ['季節訴求', '既存', 'テキスト'], weight: 5, opener: 0.2, conversion: 2.6, audience: 'desk', clickCost: 2, cvCost: 0 },
    { name: 'メール 誕生日クーポン', asp: '自社メール', category: 'メール', types: ['価格訴求', '既存', 'テキスト'], weight: 2, opener: 0.2, conversion: 3.4, audience: 'mixed', clickCost: 2, cvCost: 0 },
    { name: 'メール 休眠会員 おかえり割', asp: '自社メール', category: 'メール', types: ['価格訴求', '既存', 'テキスト'], weight: 2, opener: 0.6, conversion: 1.3, audience: 'desk', clickCost: 2, cvCost: 0 },
  ],
};
