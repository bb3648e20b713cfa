import { axisText, valueAxis } from './plot-style';

it.each([
  ['count', [0, 0.2, 0.4, 0.6, 0.8, 1], ['0', '0.2', '0.4', '0.6', '0.8', '1']],
  ['count', [0, 2000, 4000], ['0', '2,000', '4,000']],
  ['yen', [0, 0.25, 0.5], ['0円', '0.25円', '0.5円']],
  ['ratio', [0, 0.005, 0.01, 0.5], ['0%', '0.5%', '1%', '50%']],
  ['number', [0, 0.3, 1e-16], ['0', '0.3', '0']],
] as const)('labels each tick of a %s axis differently: %j', (unit, places, texts) => {
  expect(places.map((place) => axisText(place, unit))).toEqual(texts);
});

it.each([
  ['count', [0, 1]],
  ['yen', [0, 1]],
  ['number', [0, 0.5, 1]],
  ['ratio', [0, 0.5, 1]],
] as const)('draws on a %s axis the ticks %j out of 0, 0.5 and 1', (unit, marked) => {
  const { tickFilter = () => true } = valueAxis('light', unit);
  expect([0, 0.5, 1].filter(tickFilter)).toEqual(marked);
});
