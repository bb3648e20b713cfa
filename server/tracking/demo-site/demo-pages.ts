import { cup, flower, leaf, parcel } from './demo-art';

/** Texts of one demo page; HTML apart from `title`. */
export interface DemoPage {
  title: string;
  body: string;
}

/** A page that confirms an order or a registration. */
interface Ending {
  title: string;
  text: string;
  /** Amount in yen; null for a registration. */
  amount: number | null;
}

/** Conversion pages by the last part of their path. */
export const ENDINGS: Readonly<Record<string, Ending>> = {
  thanks: {
    title: 'ご注文ありがとうございます',
    text: 'カモミール・ブレンド（30包）のご注文を承りました。',
    amount: 2980,
  },
  subscribed: {
    title: '定期便のお申し込みを承りました',
    text: '毎月1日に、季節のハーブティーをお届けします。',
    amount: 3480,
  },
  'gift-thanks': {
    title: 'ギフトのご注文を承りました',
    text: '心をこめてお包みし、お届けします。',
    amount: 4980,
  },
  registered: {
    title: 'メルマガにご登録いただきました',
    text: '季節のブレンドのお知らせをお送りします。',
    amount: null,
  },
};

const yen = (amount: number): string => `${String(amount).replace(/\B(?=(\d{3})+$)/g, ',')}円`;

/** The landing page of the demo links. */
export function landing(): DemoPage {
  return {
    title: 'ハーブティー定期便 — 夜の一杯を、いちばんやさしく',
    body: `<section class="hero"><p class="eyebrow">ノンカフェイン・国産ハーブ100%</p>
<h1>夜の一杯を、<br>いちばんやさしく。</h1>
<p>信州の畑で摘んだカモミールとレモンバームを、その月のうちに。<br>眠る前の30分が、少し楽しみになります。</p>
<p><a class="button" href="/demo-site/product">くわしく見る</a></p></section>
<section class="three"><div><b>${flower}摘みたて</b><p>収穫から30日以内にお届け。</p></div>
<div><b>${leaf}農薬不使用</b><p>契約農家の畑だけで育てました。</p></div>
<div><b>${parcel}ポストに届く</b><p>留守でも受け取れる薄型箱です。</p></div></section>`,
  };
}

/** Another demo product: its page shows its name and one button per CV setting. */
interface OtherProduct {
  readonly name: string;
  readonly cvSettings: ReadonlyMap<
    number,
    { readonly id: number; readonly cvType: number; readonly cvSlot: number }
  >;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function otherLanding({ name, cvSettings }: OtherProduct): DemoPage {
  const title = escapeHtml(name);
  const buttons = [...cvSettings.values()].map(
    (cv) =>
      `<p><button class="button plain" type="button" data-ic-cv="${cv.id}" onclick="this.textContent='記録されました'">${cv.cvType === 1 ? '最終CV' : '中間CV'}${cv.cvSlot}</button></p>`,
  );
  return {
    title,
    body: `<section class="hero"><p class="eyebrow">計測タグ設置済み</p><h1>${title}</h1>
<p>この商品の広告リンクの遷移先です。<br>ボタンを押すと、それぞれのコンバージョンが計測タグから記録されます。</p>${buttons.join('')}</section>`,
  };
}

/** Renders the product page. `order` is the number of the order that a visitor may place. */
export function product(order: string, cartSetting: number | undefined): DemoPage {
  const cart = cartSetting === undefined ? '' : ` data-ic-cv="${cartSetting}"`;
  const buy = (page: keyof typeof ENDINGS, label: string, kind = '') => {
    const amount = ENDINGS[page]?.amount ?? null;
    const price = amount === null ? '' : `<small>${yen(amount)}</small>`;
    const query = amount === null ? '' : `?order=${order}`;
    return `<a class="button ${kind}" href="/demo-site/${page}${query}">${label}${price}</a>`;
  };
  return {
    title: 'カモミール・ブレンド — ハーブティー定期便',
    body: `<section class="product"><div class="art" role="img" aria-label="湯気の立つハーブティー">${cup}</div>
<div><h1>カモミール・ブレンド</h1><p>りんごのような甘い香りのカモミールに、レモンバームの爽やかさを重ねました。30包入り。</p>
<p><button class="button plain" type="button"${cart} onclick="this.textContent='カートに入りました'">カートに入れる</button></p>
<p>${buy('thanks', '今すぐ購入する')}</p><p>${buy('subscribed', '定期便を申し込む', 'plain')}</p>
<p>${buy('gift-thanks', 'ギフトで贈る', 'plain')}</p>
<p><a href="/demo-site/registered">メルマガに登録する</a></p></div></section>`,
  };
}

/** Renders a thank-you page. */
export function ending({ title, text, amount }: Ending, order: string): DemoPage {
  const receipt =
    amount === null
      ? ''
      : `<dl><dt>ご注文番号</dt><dd>${order}</dd><dt>お支払い金額</dt><dd>${yen(amount)}（税込）</dd></dl>`;
  return {
    title,
    body: `<section class="ending"><p class="tick" aria-hidden="true">✓</p><h1>${title}</h1><p>${text}</p>${receipt}
<p class="note">この購入は計測タグからコンバージョンとして記録されました。<br>コンソールの広告統計・アトリビューションに数秒で現れます。</p>
<p class="next"><a class="button" href="/">コンソールで確かめる</a><a class="button plain" href="/demo-site/">トップへ戻る</a></p></section>`,
  };
}
