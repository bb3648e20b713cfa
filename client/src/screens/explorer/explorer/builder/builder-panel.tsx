import { CaretRightFilled } from '@ant-design/icons';
import { useGraphiQLActions } from '@graphiql/react';
import { Alert, Button, Select, Skeleton, type SelectProps } from 'antd';
import { useContext, useEffect, useId, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import {
  axisKeys,
  storedAxisKeys,
  axisName,
  filterNames,
  isReportName,
  measureKeys,
  measureName,
  reportNames,
  transitionMeasureKeys,
  type ReportName,
} from '../../../../../../shared/catalog';
import { textAt } from '../../../../i18n/i18n';
import { withParameters } from '../../../../kit/address';
import { FilterChips } from '../../../../kit/filter/filter-bar';
import { FilterPicker } from '../../../../kit/filter/filter-picker';
import { FieldFrame } from '../../../../kit/form/field-frame';
import { MultiSelect } from '../../../../kit/multi-select';
import { Stack } from '../../../../kit/page';
import { DateRange } from '../../../../kit/period/date-range';
import { MAX_AXES } from '../../../../kit/report/axes';
import { explorerQuery, explorerVariables, MAX_METRICS } from '../../../../kit/report/explorer-query';
import { periodOf, type ReportRequest } from '../../../../kit/report/read-explorer-query';
import { useAxisFields } from '../../../../kit/report/report-filters';
import { searchByName } from '../../../../kit/search-by-name';
import { readSort, sortText } from '../../../../kit/table/measure-column';
import { useProductId, useWeekStart } from '../../../../session/session-context';
import { SUBJECTS } from '../docs/subjects';
import styles from '../explorer.module.css';
import { useOpen } from '../query/use-open';
import { ResultViewContext } from '../result/result-view';
import { dayParameters, firstReport, measuresOf, withReport } from './report-builder';
import { useBuiltQuery } from './use-editors';

const WIDE = { width: '100%' } as const;
const UNITS = ['DAY', 'WEEK', 'MONTH'] as const;

type FieldProps = { label: string; hint?: string };

function Field({ label, hint, children }: FieldProps & { children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div>
      <FieldFrame id={id} label={label} hint={hint}>
        {children(id)}
      </FieldFrame>
    </div>
  );
}

const Choice = ({ label, hint = '', ...props }: FieldProps & SelectProps<string>) => (
  <Field label={label} hint={hint}>
    {(id) => <Select<string> id={id} style={WIDE} showSearch={searchByName} {...props} />}
  </Field>
);

const Choices = ({ label, hint = '', ...props }: FieldProps & SelectProps<string[]>) => (
  <Field label={label} hint={hint}>
    {(id) => <MultiSelect<string[]> id={id} style={WIDE} {...props} />}
  </Field>
);

interface ConditionsProps {
  report: ReportRequest;
  onChange: (next: ReportRequest) => void;
}

/** Conditions of a report: period, axes, measures, filters, order and view of the result. */
function Conditions({ report, onChange }: ConditionsProps) {
  const { t } = useTranslation();
  const weekStart = useWeekStart();
  const { fields } = useAxisFields();
  const { shown, show } = useContext(ResultViewContext);
  const { name, parameters } = report;
  const listOf = (key: string): string[] => parameters.get(key)?.split(',').filter(Boolean) ?? [];
  const set = (changes: Readonly<Record<string, string | null>>): void =>
    onChange({ name, parameters: withParameters(parameters, changes) });
  const measures = measuresOf(report).map((key) => ({
    value: measureName(key),
    label: t(`measures.${key}.label`),
  }));
  const key = parameters.get('sortName');
  const sort = key && sortText({ key, ascending: parameters.get('sortAsc') !== 'false' });
  const filters = Object.fromEntries(filterNames.map((filter) => [filter, listOf(filter)]));
  const period = periodOf(parameters);
  const isOptional = name === 'timeSeries';
  return (
    <>
      <Field
        label={t('report.period')}
        hint={
          period?.preset === 'custom'
            ? t('explorer.builder.fixedDays')
            : t('explorer.builder.movingDays', { period: t(`report.presets.${period?.preset ?? 'd30'}`) })
        }
      >
        {() => (
          <div className={styles.days}>
            <DateRange period={period} weekStart={weekStart} onChange={(next) => set(dayParameters(next))} />
          </div>
        )}
      </Field>
      {name !== 'cvInfo' && (
        <Choices
          label={t('report.axis')}
          hint={t('report.axisHint')}
          maxCount={MAX_AXES}
          value={listOf('axis')}
          placeholder={t('term.noAxis')}
          options={(name === 'transitions' ? storedAxisKeys : axisKeys).map((axis) => ({
            value: axisName(axis),
            label: t(`report.axes.${axis}`),
          }))}
          onChange={(axes) => (isOptional || axes.length > 0) && set({ axis: axes.join(',') })}
        />
      )}
      {name === 'timeSeries' && (
        <Choice
          label={t('explorer.fields.unit')}
          value={parameters.get('unit') ?? 'day'}
          options={UNITS.map((unit) => ({
            value: unit.toLowerCase(),
            label: t(`enums.TermPeriodUnit.${unit}`),
          }))}
          onChange={(unit) => set({ unit })}
        />
      )}
      {name === 'transitions' && (
        <Choice
          label={t('effect.measure')}
          value={parameters.get('measure') ?? 'cv'}
          options={transitionMeasureKeys.map((value) => ({ value, label: t(`effect.measures.${value}`) }))}
          onChange={(measure) => set({ measure })}
        />
      )}
      {measures.length > 0 && (
        <Choices
          label={t('explorer.fields.measure')}
          hint={t('explorer.builder.mostMeasures', { max: MAX_METRICS })}
          maxCount={MAX_METRICS}
          value={listOf('columns')}
          options={measureKeys.map((one) => ({ value: measureName(one), label: t(`measures.${one}.label`) }))}
          onChange={(columns) => columns.length > 0 && set({ columns: columns.join(',') })}
        />
      )}
      <div
        className="ic-stack ic-gap-8 ic-align-start"
        role="group"
        aria-label={t('explorer.fields.filters')}
      >
        <FilterPicker
          fields={fields}
          values={filters}
          onChange={(filter, values) => set({ [filter]: values.join(',') })}
        />
        <FilterChips fields={fields} values={filters} onRemove={(filter) => set({ [filter]: null })} />
      </div>
      {measures.length > 0 && (
        <>
          <Choice
            allowClear
            label={t('explorer.builder.sort')}
            value={sort}
            placeholder={t('explorer.builder.unsorted')}
            options={measures.flatMap(({ value, label: measure }) => [
              { value: `-${value}`, label: t('settings.custom.descending', { measure }) },
              { value, label: t('settings.custom.ascending', { measure }) },
            ])}
            onChange={(next) => {
              const order = readSort(next);
              set({ sortName: order?.key ?? null, sortAsc: order ? String(order.ascending) : null });
            }}
          />
          <Choice
            label={t('explorer.result.view')}
            value={shown.view === 'chart' ? (shown.measure ?? null) : 'table'}
            options={[
              { value: 'table', label: t('explorer.result.table') },
              ...measures.map(({ value, label: measure }) => ({
                value,
                label: t('explorer.builder.chartOf', { measure }),
              })),
            ]}
            onChange={(next) => show(next === 'table' ? { view: next } : { view: 'chart', measure: next })}
          />
        </>
      )}
    </>
  );
}

interface BuilderPanelProps {
  /** Report that the builder last showed, to return to after a change by hand. */
  lastBuilt: RefObject<ReportRequest | undefined>;
}

/** Builds a report's query by choosing. It shows any query of this form, also one typed or restored. */
export function BuilderPanel({ lastBuilt }: BuilderPanelProps) {
  const { t } = useTranslation();
  const productId = useProductId();
  const { run } = useGraphiQLActions();
  const open = useOpen();
  const { ready, report: built, write } = useBuiltQuery();
  const titleOf = (name: ReportName): string => textAt(t, SUBJECTS.reports[name]);
  useEffect(() => {
    if (built) lastBuilt.current = built;
  }, [built, lastBuilt]);
  if (!ready) return <Skeleton active paragraph={{ rows: 12 }} />;
  if (built === null) {
    const goBack = (): void => {
      const { name, parameters } = lastBuilt.current ?? firstReport(productId);
      open?.(`# ${titleOf(name)}\n${explorerQuery(name, parameters)}`, explorerVariables(parameters));
    };
    const description = (
      <Stack>
        <p>{t('explorer.builder.byHandHint')}</p>
        <Button disabled={!open} onClick={goBack}>
          {t('explorer.builder.back')}
        </Button>
      </Stack>
    );
    const title = t('explorer.builder.byHand');
    return <Alert type="info" showIcon role="status" title={title} description={description} />;
  }
  const report = built ?? firstReport(productId);
  const change = (next: ReportRequest): void => write(next, titleOf);
  const start = (): void => {
    if (!built) change(report);
    run();
  };
  return (
    <>
      <div className="ic-stack ic-gap-16">
        <Choice
          label={t('explorer.builder.report')}
          value={report.name}
          options={reportNames.map((name) => ({ value: name, label: titleOf(name) }))}
          onChange={(name) => isReportName(name) && change(withReport(report, name))}
        />
        <Conditions report={report} onChange={change} />
      </div>
      <div className={`ic-surface ${styles.builderFoot}`}>
        <Button block type="primary" icon={<CaretRightFilled />} onClick={start}>
          {t('explorer.builder.run')}
        </Button>
      </div>
    </>
  );
}
