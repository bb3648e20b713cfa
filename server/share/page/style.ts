/** Style of the pages: small, readable in a frame and in the dark, and printable. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#172033;--muted:#566072;--line:#dfe4ec;--soft:#f5f7fa;--paper:#fff;--bar:#9db9ea;--main:#0958d9;--good:#237804;--bad:#cf1322}
@media (prefers-color-scheme:dark){:root{--ink:#e4e8f0;--muted:#a3adbd;--line:#333b49;--soft:#1c222d;--paper:#141922;--bar:#37548c;--main:#7ba7f5;--good:#7ccc5c;--bad:#ff8a84}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:14px/1.6 "Noto Sans JP","Hiragino Sans",Meiryo,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:1080px;margin:0 auto;padding:24px}
h1{margin:0 0 12px;font-size:22px;line-height:1.4;overflow-wrap:anywhere}
h2{margin:0 0 8px;font-size:18px;line-height:1.4;overflow-wrap:anywhere}
h3{margin:20px 0 8px;font-size:14px}
p{margin:0 0 8px;word-break:auto-phrase}
a{color:var(--main)}
section{margin-top:40px;padding-top:24px;border-top:1px solid var(--line)}
section:first-of-type{margin-top:16px}
.plain{margin-top:0!important;padding-top:0;border-top:0}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:0 0 16px;font-size:13px}
.facts dt{color:var(--muted)}
.facts dd{margin:0;overflow-wrap:anywhere}
.cover{padding:40px 0 24px}
.cover h1{font-size:28px}
.cover .to{margin-bottom:32px;font-size:18px}
.cover ol{margin:0;padding-left:1.6em}
.comment{margin:0 0 16px;padding:12px 16px;border-left:3px solid var(--main);background:var(--soft);white-space:pre-wrap;overflow-wrap:anywhere}
.strip{display:grid;grid-template-columns:repeat(auto-fit,minmax(144px,1fr));gap:1px;margin:0;border:1px solid var(--line);border-radius:8px;overflow:hidden}
.strip div{padding:12px 16px;box-shadow:0 0 0 1px var(--line)}
.strip dt{color:var(--muted);font-size:12px}
.strip dd{margin:0}
.strip .value{font-size:20px;font-weight:600;line-height:1.5}
.small,.strip .small{color:var(--muted);font-size:12px}
.good{color:var(--good)}.bad{color:var(--bad)}
.bars{display:grid;grid-template-columns:fit-content(30%) 1fr max-content;gap:4px 12px;align-items:center;margin:0;font-size:13px}
.bars dt{overflow-wrap:anywhere;line-height:1.4}
.bars dd{margin:0}
.bars dd:last-of-type,.bars dd+dd{text-align:right}
.bars svg,.trend svg{display:block;width:100%}
.bars svg{height:14px}
.trend svg{height:160px;border-bottom:1px solid var(--line)}
figure{margin:0}
.trend p{display:flex;justify-content:space-between;margin:4px 0 0}
.bar{fill:var(--bar)}
.days{fill:var(--main)}
.line{fill:none;stroke:var(--main);stroke-width:2;vector-effect:non-scaling-stroke}
.before{fill:none;stroke:var(--muted);stroke-width:1.5;stroke-dasharray:4 4;vector-effect:non-scaling-stroke}
.wide{overflow-x:auto;border:1px solid var(--line);border-radius:8px}
table{width:100%;border-collapse:separate;border-spacing:0;font-size:13px}
th,td{padding:8px 12px;border-bottom:1px solid var(--line);text-align:right;vertical-align:top;white-space:nowrap}
th{background:var(--soft);font-weight:600}
th[scope=row],th.name{text-align:left;white-space:normal;min-width:128px;overflow-wrap:anywhere}
th[scope=row]{background:var(--paper);font-weight:400}
th:first-child{position:sticky;left:0;z-index:1}
thead th{vertical-align:bottom;white-space:normal;min-width:72px}
.total th,.total td{background:var(--soft);font-weight:600}
tbody tr:last-child>*{border-bottom:0}
.was{display:block;color:var(--muted);font-size:12px;font-weight:400}
ul.notes{margin:0;padding-left:1.2em}
footer{margin-top:32px;padding-top:12px;border-top:1px solid var(--line);color:var(--muted);font-size:12px}
.card{max-width:360px;margin:15vh auto 0;padding:24px;border:1px solid var(--line);border-radius:8px}
.card h1{font-size:18px}
label{display:block;margin:16px 0 4px}
input{width:100%;padding:8px 12px;border:1px solid var(--muted);border-radius:6px;background:var(--paper);color:var(--ink);font:inherit}
button{padding:8px 20px;border:0;border-radius:6px;background:#0958d9;color:#fff;font:inherit;cursor:pointer}
.card button{width:100%;margin:16px 0}
input:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--main);outline-offset:2px}
.wrong{color:var(--bad)}
.tools{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;margin-bottom:24px;padding-bottom:16px;border-bottom:1px solid var(--line)}
.tools p{margin:0}
@media screen and (max-width:767px){main{padding:16px}.cover{padding:16px 0}.bars{grid-template-columns:1fr max-content}.bars dt{grid-column:1/-1}
.wide thead{display:none}
.wide tr{display:grid;grid-template-columns:1fr 1fr;gap:2px 16px;padding:8px 12px;border-bottom:1px solid var(--line)}
.wide tbody tr:last-child{border-bottom:0}
.wide :is(th,td){position:static;min-width:0;padding:0;border:0;background:none}
.wide th[scope=row]{grid-column:1/-1;font-weight:600}
.wide td{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 8px}
.wide td::before{color:var(--muted);content:attr(data-label)}
.wide .was{flex-basis:100%}
.wide tr.total{background:var(--soft)}
}
@media print{
:root{color-scheme:light;--ink:#172033;--muted:#566072;--line:#cfd6e0;--soft:#f5f7fa;--paper:#fff;--bar:#9db9ea;--main:#0958d9;--good:#237804;--bad:#cf1322}
body{font-size:10pt;print-color-adjust:exact;-webkit-print-color-adjust:exact}
main{max-width:none;padding:0}
.tools{display:none}
section{break-before:page;margin-top:0;padding-top:0;border-top:0}
section.plain{break-before:auto}
h2,h3{break-after:avoid}
.strip,.bars,.trend,.comment,tr{break-inside:avoid}
.strip{grid-template-columns:repeat(3,1fr)}
.strip:has(>:nth-child(4):last-child){grid-template-columns:repeat(4,1fr)}
.wide{overflow:visible;border-radius:0}
thead{display:table-header-group}
table{font-size:8pt}
.was{font-size:7pt}
th,td{padding:4pt 5pt;white-space:normal}
th[scope=row],th.name{min-width:0}
th:first-child{position:static}
thead th{min-width:0}
}
`;
