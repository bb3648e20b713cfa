import { readWidths, widthsText } from './column-widths';

it('column widths round-trip', () => {
  const widths = { ad: 320, ad_click_count: 96, custom_3: 120 };
  expect(widthsText({ ...widths, ad: 319.6 })).toBe('ad.320,ad_click_count.96,custom_3.120');
  expect(readWidths(widthsText(widths) ?? '')).toEqual(widths);
});

it.each([
  ['nothing', undefined, null],
  ['no column', {}, null],
])('formats %s as no parameter', (_name, widths, text) => expect(widthsText(widths)).toBe(text));

it.each([
  ['ad', {}],
  ['ad.x,cpa.100', { cpa: 100 }],
  ['ad.9999,cpa.10', { ad: 2000, cpa: 40 }],
  ['__proto__.100,.50,ad.1e3', {}],
])('skips invalid widths: %s', (text, widths) => expect(readWidths(text)).toEqual(widths));
