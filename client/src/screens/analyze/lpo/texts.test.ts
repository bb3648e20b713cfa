import { texts } from '../../../../../shared/i18n';
import { startI18n, loadManagementTexts } from '../../../i18n/i18n';
import { lossText, probabilityText, pText, roundedUp } from './texts';

const { ja } = texts;

describe('texts of split tests', () => {
  let t: Parameters<typeof lossText>[1];
  beforeAll(async () => {
    ({ t } = await startI18n('ja'));
    await loadManagementTexts();
  });

  it.each([
    [0.1153, '115件'],
    [0.0142, '14件'],
    [0.0039, '3.9件'],
    [0.00003, '0.03件'],
    [0.000001, '0.01件未満'],
    [0, '0.00件'],
  ])('formats a loss of %d as %s', (rate, text) => expect(lossText(rate, t)).toBe(text));
  it.each([
    [0.998, '99.8%'],
    [0.99999, '99.9%超'],
    [1, '100.0%'],
    [0.00001, '0.1%未満'],
    [0, '0.0%'],
  ])('formats a probability of %d as %s', (probability, text) =>
    expect(probabilityText(probability, t)).toBe(text),
  );
  it.each([
    [0.33, '33.0%'],
    [0.0004, '0.04%'],
    [1e-9, '0.01%未満'],
  ])('formats a p value of %d as %s', (p, text) => expect(pText(p, t)).toBe(text));
  it.each([
    [1, 1],
    [7.2, 8],
    [96, 96],
    [1234, 1300],
    [4_321_980, 4_400_000],
  ])('rounds %d up to %i', (value, about) => expect(roundedUp(value)).toBe(about));
  it('has a text for every bound', () =>
    expect([ja.lpo.below, ja.lpo.above]).toEqual(['{{value}}未満', '{{value}}超']));
});
