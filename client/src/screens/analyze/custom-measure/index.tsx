import { combinableKeys } from '../../../../../shared/catalog/evaluate';
import { settings } from '../../../generated/settings';
import { oneSection } from '../../../kit/form/form-definition';
import { MeasureField, MeasureNames } from '../../../kit/form/measure-field';
import { settingScreens } from '../../../kit/setting/setting-screens';
import { defineSetting } from '../../../kit/setting/define-setting';

/** Custom measures: user-defined ratios, shown in reports like catalogue measures. */
export const { List, Detail } = settingScreens(
  defineSetting(settings.custom_measure, {
    key: 'custom_measure',
    // Shared custom measures can only be changed by their author.
    mayChange: ({ editable }) => editable,
    form: oneSection('customMeasure', [
      { name: 'title', autoFocus: true },
      { render: () => <MeasureField name="numerators" keys={combinableKeys} several /> },
      { render: () => <MeasureField name="denominator" keys={combinableKeys} /> },
      'unit',
      'decimals',
      { name: 'shared', whole: true },
    ]),
    columns: (column) => [
      column.id({ hidden: true }),
      column.name('title', { width: 220 }),
      column.text('numerators', {
        width: 260,
        render: ({ numerators }) => <MeasureNames names={numerators} />,
      }),
      column.text('denominator', {
        width: 180,
        render: ({ denominator }) => <MeasureNames names={denominator} />,
      }),
      column.choice('unit', 'CustomMeasureUnit', { width: 90 }),
      column.number('decimals', { hidden: true }),
      column.flag('shared', { width: 140 }),
      column.label('user'),
      column.time('updatedAt', { hidden: true }),
    ],
  }),
);
