import i18next from 'i18next';
import { loadManagementTexts, startI18n } from '../../../i18n/i18n';
import { noResultText } from './results';

beforeAll(async () => {
  await startI18n('ja');
  await loadManagementTexts();
});

it.each([
  ['集計対象外', { excludedReason: 'bot' }, {}],
  ['成果を作成しています', {}, { isNew: true }],
  ['自社の広告の成果はありません', { lastCvAd: null }, { isAgency: true }],
  ['広告との接触がない', { lastCvAd: null }, {}],
  ['中間CVのため', { cvType: 0 }, {}],
  ['最後の接触：広告A', {}, {}],
])('says why there is no result: %s', (text, conversion, reader) => {
  const usual = { excludedReason: null, lastCvAd: { id: 1, label: '広告A' }, cvType: 1 };
  expect(
    noResultText(i18next.t, { ...usual, ...conversion }, { isAgency: false, isNew: false, ...reader }),
  ).toContain(text);
});
