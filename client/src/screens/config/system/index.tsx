import { useTranslation } from 'react-i18next';
import { systemGroups, systemMeasures, type SystemUnit } from '../../../../../shared/catalog';
import { durationWords, formatDuration, formatNumber } from '../../../../../shared/format';
import { useSystemStateQuery, type SystemStateQuery } from '../../../generated/graphql';
import { currentLanguage } from '../../../i18n/i18n';
import { Page, Panel, PanelRow, PanelRows } from '../../../kit/page';
import { LoadState } from '../../../kit/setting/load-state';
import { StatusTag } from '../../../kit/status-tag';
import { formatDateTime } from '../../../kit/tokyo-date';

type State = SystemStateQuery['systemState'];
type Measure = (typeof systemMeasures)[number];
/** Measure with a limit. */
type Limited = Extract<Measure, { alarm: number }>;

const POLL_MS = 10_000;
const BYTES = ['B', 'KB', 'MB', 'GB', 'TB'];

const number = (value: number, decimals = 0): string => formatNumber(value, { showZero: true, decimals });

function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(BYTES.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${number(bytes / 1024 ** power, power > 0 ? 1 : 0)} ${BYTES[power]}`;
}

function valueText(unit: SystemUnit, value: number): string {
  if (unit === 'bytes') return bytesText(value);
  if (unit === 'count') return number(value);
  // Whole seconds are too coarse for the time of a report.
  if (value > 0 && value < 1) return `${number(value * 1000, value < 0.01 ? 1 : 0)} ms`;
  return formatDuration(value, durationWords[currentLanguage()], { showZero: true });
}

const isLimited = (measure: Measure): measure is Limited => 'alarm' in measure;

function MeasureRow({ measure, value }: { measure: Measure; value: number }) {
  const { t } = useTranslation();
  const text = <span className="ic-strong ic-text-14 ic-nowrap">{valueText(measure.unit, value)}</span>;
  const hint = t(`settings.system.hint.${measure.key}`);
  const name = t(`settings.system.name.${measure.key}`);
  if (!isLimited(measure)) return <PanelRow name={name} facts={[hint]} actions={text} />;
  const high = value > measure.alarm;
  const facts = [
    hint,
    t('settings.system.limit', { value: valueText(measure.unit, measure.alarm) }),
    t(`settings.system.action.${measure.key}`),
  ];
  return (
    <PanelRow
      name={name}
      facts={high ? facts : [hint]}
      actions={
        <span className="ic-rigid ic-inline-row ic-gap-16 ic-figures">
          {text}
          <StatusTag tone={high ? 'bad' : 'good'}>{t(`settings.system.${high ? 'high' : 'good'}`)}</StatusTag>
        </span>
      }
    />
  );
}

function Overview({ state, values }: { state: State; values: Values }) {
  const { t } = useTranslation();
  const high = systemMeasures.filter(
    (measure) => isLimited(measure) && (values.get(measure.key) ?? 0) > measure.alarm,
  ).length;
  return (
    <Panel
      title={t('settings.system.overview')}
      actions={
        <StatusTag tone={high > 0 ? 'bad' : 'good'}>
          {high > 0 ? t('settings.system.someHigh', { n: number(high) }) : t('settings.system.allGood')}
        </StatusTag>
      }
    >
      <PanelRows>
        <PanelRow name={t('settings.system.version')} actions={state.version} />
        <PanelRow
          name={t('settings.system.database')}
          actions={t(`settings.system.kind.${state.database === 'sqlite' ? 'sqlite' : 'mysql'}`)}
        />
        <PanelRow name={t('settings.system.startedAt')} actions={formatDateTime(state.startedAt)} />
        <PanelRow name={t('settings.system.readAt')} actions={formatDateTime(state.readAt)} />
      </PanelRows>
    </Panel>
  );
}

/** Values of the measures that the server has, by key. */
type Values = ReadonlyMap<string, number>;

const valuesOf = ({ measures }: State): Values =>
  new Map(measures.flatMap(({ key, value }) => (value == null ? [] : [[key, value] as const])));

/** State of the installation in words: the measures of `/metrics`. For administrators. */
export function SystemScreen() {
  const { t } = useTranslation();
  const { data, error, refetch } = useSystemStateQuery({
    fetchPolicy: 'network-only',
    pollInterval: POLL_MS,
  });
  const state = data?.systemState;
  const values: Values = state ? valuesOf(state) : new Map();
  return (
    <Page title={t('settings.system.title')} lead={t('settings.system.lead')}>
      {!state && <LoadState error={error} retry={() => void refetch()} />}
      {state && <Overview state={state} values={values} />}
      {state &&
        systemGroups.map((group) => {
          const measures = systemMeasures.filter((one) => one.group === group && values.has(one.key));
          return (
            <Panel
              key={group}
              title={t(`settings.system.group.${group}`)}
              lead={t(
                measures.length > 0 ? `settings.system.groupLead.${group}` : `settings.system.none.${group}`,
              )}
            >
              <PanelRows>
                {measures.map((measure) => (
                  <MeasureRow key={measure.key} measure={measure} value={values.get(measure.key) ?? 0} />
                ))}
              </PanelRows>
            </Panel>
          );
        })}
    </Page>
  );
}
