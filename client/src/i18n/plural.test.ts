import { loadManagementTexts, loadSignedInTexts, startI18n } from './i18n';

describe('a word after a number', () => {
  it.each([
    [1, '1 row changed'],
    [2, '2 rows changed'],
    [0, '0 rows changed'],
    [1234, '1,234 rows changed'],
  ])('matches %i', async (count, text) => {
    const { t } = await startI18n('en');
    await loadSignedInTexts();
    await loadManagementTexts();
    expect(t('allocation.changedRows', { count })).toBe(text);
  });

  it('has one form in Japanese', async () => {
    const { t } = await startI18n('ja');
    await loadSignedInTexts();
    expect(t('allocation.changedRows', { count: 1 })).toBe('1行を変更中');
  });
});
