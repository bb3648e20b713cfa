import { leaf } from './demo-art';
import type { DemoPage } from './demo-pages';

const STYLE = `*{box-sizing:border-box}body{margin:0;font-family:"Noto Sans JP","Hiragino Sans",Meiryo,sans-serif;
color:#2f3b2f;background:#fbfaf5;line-height:1.9}a{color:#2f6b4f}header{display:flex;justify-content:space-between;
align-items:center;padding:1rem 1.5rem;max-width:64rem;margin:auto}header a{display:inline-flex;gap:.5rem;align-items:center;font-weight:700;font-size:1.1rem;text-decoration:none}
header span{font-size:.75rem;background:#f0c95b;color:#4a3a05;border-radius:99px;padding:.1rem .8rem}
main{max-width:64rem;margin:auto;padding:0 1.5rem 3rem}h1{text-wrap:balance;word-break:auto-phrase;line-height:1.4;font-size:clamp(1.6rem,5vw,2.6rem);margin:.5rem 0 1rem}
.hero{padding:clamp(2.5rem,9vw,6rem) clamp(1.25rem,6vw,4rem);border-radius:24px;background:
radial-gradient(circle at 82% 38%,#ffe9a8 0 7rem,transparent 7.1rem),linear-gradient(135deg,#dfeedd,#f7efd6)}
.eyebrow{margin:0;color:#4d6e54;font-weight:700;letter-spacing:.08em}
.button{display:inline-flex;gap:.75rem;align-items:center;justify-content:center;min-width:14rem;padding:.7rem 1.6rem;border:2px solid #2f6b4f;
border-radius:99px;background:#2f6b4f;color:#fff;font:inherit;font-weight:700;text-decoration:none;cursor:pointer}
.button.plain{background:#fff;color:#2f6b4f}.button:hover{filter:brightness(1.08)}.button small{font-weight:400}
.three{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:1rem;margin-top:1.5rem}
.three div{background:#fff;border-radius:16px;padding:1.25rem}.three b{display:flex;gap:.6rem;align-items:center;color:#2f6b4f}.three p{margin:.25rem 0 0}
.product{display:grid;grid-template-columns:repeat(auto-fit,minmax(18rem,1fr));gap:2rem;align-items:center}
.art{aspect-ratio:1;display:grid;place-items:center;color:#2f6b4f;border-radius:24px;background:linear-gradient(160deg,#e7f0dc,#fdf3d5)}
.ending{text-align:center;max-width:36rem;margin:2rem auto;background:#fff;border-radius:24px;padding:2.5rem 1.5rem}.ending h1{font-size:clamp(1.3rem,4vw,1.8rem)}.next{display:flex;flex-wrap:wrap;gap:.75rem;justify-content:center}
.tick{width:4rem;height:4rem;margin:0 auto;border-radius:50%;display:grid;place-items:center;background:#2f6b4f;color:#fff;font-size:2rem}
dl{display:grid;grid-template-columns:auto auto;justify-content:center;gap:.25rem 1.25rem;text-align:left}dt{color:#6a776a}dd{margin:0;font-weight:700}
.note{font-size:.875rem;color:#5b675b}footer{padding:1.5rem;text-align:center;font-size:.8rem;color:#6a776a;border-top:1px solid #e8e5d8}`;

/**
 * Renders a demo page with the product's real tag. `commands` are pushed to the tag's queue before it loads.
 */
export function demoHtml(
  page: DemoPage,
  productId: number | undefined,
  commands: readonly unknown[],
): string {
  const queue = commands
    .map((command) => `icq.push(${JSON.stringify(command).replace(/</g, '\\u003c')});`)
    .join('');
  const tag =
    productId === undefined
      ? ''
      : `<script>window.icq=window.icq||[];${queue}</script><script async src="/tag/${productId}.js"></script>`;
  return `<!doctype html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${page.title}</title><style>${STYLE}</style>${tag}</head>
<body><header><a href="/demo-site/">${leaf}ハーブティー定期便</a><span>デモサイト</span></header><main>${page.body}</main>
<footer>これは計測を試すためのデモサイトです。商品は実在せず、注文も請求も発生しません。</footer></body></html>`;
}
