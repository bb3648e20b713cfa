import { useTranslation } from 'react-i18next';
import { AttributionModel, enumValues } from '../../../../../shared/catalog';
import type { DayRange } from '../../../../../shared/domain/calendar';
import type { AdPageQuery } from '../../../generated/graphql';
import { modelLabel } from '../../../kit/model-name';
import { Panel } from '../../../kit/page';
import { metricValue, metricValueUnderModel } from '../../../kit/report/answer';
import { measureColumn } from '../../../kit/report/measure-columns';
import { OptionalMetricLink, metricText } from '../../../kit/table/number-cell';
import { useThemeName } from '../../../theme/theme-provider';
import { modelColour } from '../../../theme/tokens';
import styles from './ad-page.module.css';
import { useAdLinks } from './page-state';

/** Measures that attribution models distribute, each with its unattributed counterpart. */
const MEASURES = [
  { normal: 'cvTotalFinal', attributed: 'attrCv', unit: 'number' },
  { normal: 'amountSum', attributed: 'attrAmount', unit: 'yen' },
] as const;

/** Compares normal and attributed credit of the ad under all models. */
export function Credit({
  id,
  range,
  data: { summary, credit },
}: {
  id: number;
  range: DayRange;
  data: AdPageQuery;
}) {
  const { t } = useTranslation();
  const theme = useThemeName();
  const { total } = credit;
  const opens = useAdLinks(id, range, summary);
  const models = enumValues(AttributionModel);
  const nothing = models.every((model) => !metricValueUnderModel(total, model, 'attrCv'));
  return (
    <Panel title={t('overview.adPage.credit')} lead={t('overview.adPage.creditLead')}>
      {nothing ? (
        <p className="ic-muted">{t('overview.adPage.creditEmpty')}</p>
      ) : (
        <div className={styles.measures}>
          {MEASURES.map(({ normal, attributed, unit }) => {
            const rows = [
              {
                key: 'normal',
                label: t('overview.adPage.normal'),
                colour: 'var(--ic-normal)',
                value: metricValue(total, normal) ?? 0,
                to: opens?.(total, measureColumn(normal, t)),
              },
              ...models.map((model) => ({
                key: `${model}`,
                label: modelLabel(t, model),
                colour: modelColour(theme, model),
                value: metricValueUnderModel(total, model, attributed) ?? 0,
                to: opens?.(total, {
                  ...measureColumn(attributed, t),
                  model,
                  value: (row) => metricValueUnderModel(row, model, attributed),
                }),
              })),
            ];
            const text = (value: number): string => metricText(value, { unit, showZero: true });
            const values = rows.slice(1).map(({ value }) => value);
            const [low, high] = [Math.min(...values), Math.max(...values)];
            const most = Math.max(...rows.map(({ value }) => value), 0) || 1;
            return (
              <table key={normal} className="ic-wide ic-text-13 ic-figures ic-table">
                <caption className="ic-start ic-mb-4">
                  <strong className="ic-strong">{t(`measures.${normal}.label`)}</strong>{' '}
                  <span className="ic-caption ic-ms-8">
                    {t('overview.adPage.range', { low: text(low), high: text(high) })}
                  </span>
                </caption>
                <tbody>
                  {rows.map(({ key, label, colour, value, to }) => (
                    <tr key={key}>
                      <th scope="row" className="ic-nowrap ic-secondary" style={{ width: '1%' }}>
                        {label}
                      </th>
                      <td className={styles.bars} aria-hidden="true">
                        <span
                          className={styles.range}
                          style={{
                            insetInlineStart: `${(low / most) * 100}%`,
                            width: `${((high - low) / most) * 100}%`,
                          }}
                        />
                        <i
                          className={styles.bar}
                          style={{ width: `${(value / most) * 100}%`, background: colour }}
                        />
                      </td>
                      <td className={`ic-nowrap ic-end ${styles.value}`}>
                        <OptionalMetricLink to={to}>{text(value)}</OptionalMetricLink>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            );
          })}
        </div>
      )}
    </Panel>
  );
}
