import { Button, Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { RoleType } from '../../../../../shared/catalog';
import { addDays, type DayRange } from '../../../../../shared/domain/calendar';
import { useGapQuery, useGapSourcesQuery, type GapQuery } from '../../../generated/graphql';
import { currentLanguage } from '../../../i18n/i18n';
import { viewParameters, withParameters } from '../../../kit/address';
import { DayChart } from '../../../kit/chart/day-chart';
import { BarField, FilterBar } from '../../../kit/filter/filter-bar';
import { Page, Panel } from '../../../kit/page';
import { DateRange } from '../../../kit/period/date-range';
import { periodParameters, rangeOf, readPeriod } from '../../../kit/period/period';
import { ExportButton } from '../../../kit/report/report-frame';
import { AsOfFoot } from '../../../kit/report/report-notes';
import { SaveViewButton } from '../../../kit/saved-view/save-view-button';
import { LoadState } from '../../../kit/setting/load-state';
import { StateNote } from '../../../kit/states';
import { CardTable } from '../../../kit/table/card-table';
import { metricText } from '../../../kit/table/number-cell';
import { dayText, formatApiDay, parseDay } from '../../../kit/tokyo-date';
import { useToday } from '../../../kit/use-today';
import { useNarrow } from '../../../kit/use-window';
import { useProductId, useSession, useWeekStart } from '../../../session/session-context';
import { useRight } from '../../../session/rights';
import { idOf, OWN, readAxis, readId, stepPath, type GapAxis, type GapRow } from './gap-address';
import { countText, WaterfallPanel } from './waterfall-panel';

/** Days in which a source with imports is offered: the maximum of one query. */
const RECENT = 400;
const MEDIA_COSTS = '/ad/media-cost';

/** Sources with recent imports, those with conversions first. */
function useSources(productId: number, today: number) {
  const variables = { productId, dateFrom: dayText(addDays(today, 1 - RECENT)), dateTo: dayText(today) };
  const { data, error, refetch } = useGapSourcesQuery({ variables });
  const known = new Map<number, { id: number; name: string; reports: boolean }>();
  for (const { sourceId: id, sourceName: name, conversions } of data?.mediaCostDays ?? [])
    known.set(id, { id, name, reports: conversions !== null || (known.get(id)?.reports ?? false) });
  const sources = [...known.values()].sort((a, b) => Number(b.reports) - Number(a.reports));
  return { sources: data && sources, error, refetch };
}

/** Reported and our conversions by day; a day opens as the period. */
function DaysPanel({ row, onOpen }: { row: GapRow; onOpen: (day: string) => void }) {
  const { t } = useTranslation();
  const days = row.unexplainedDays;
  return (
    <Panel title={t('gap.days')} lead={t('gap.daysLead')}>
      <DayChart
        days={days.map(({ day }) => formatApiDay(day).slice('yyyy/'.length))}
        lines={[
          { label: t('gap.file.reported'), values: days.map(({ reported }) => reported) },
          { label: t('gap.oursByRule'), values: days.map(({ ours }) => ours), earlier: true },
        ]}
        unit="count"
        spoken={t('gap.daysLead')}
        onOpen={(index) => {
          const day = days[index]?.day;
          if (day) onOpen(day);
        }}
      />
    </Panel>
  );
}

/** Clicks and costs of both sides. */
function OtherFigures({ row: { clicks, cost } }: { row: GapRow }) {
  const { t } = useTranslation();
  const yen = (value: number | null) => metricText(value, { unit: 'yen', showZero: true });
  const after = clicks.steps.at(-1)?.after ?? clicks.ours;
  const facts = [
    [t('gap.clicks.ours'), countText(clicks.ours)],
    [t('gap.clicks.byRule'), countText(after)],
    [t('gap.clicks.reported'), countText(clicks.reported)],
    [t('gap.clicks.unexplained'), countText(clicks.unexplained, true)],
    [t('gap.cost.ours'), yen(cost.ours)],
    [t('gap.cost.reported'), yen(cost.reported)],
  ] as const;
  return (
    <Panel title={t('gap.clicksAndCost')} lead={t('gap.clicksLead')}>
      <dl className="ic-flex ic-wrap ic-gap-8-16 ic-figures">
        {facts.map(([name, value]) => (
          <div key={name} style={{ minWidth: 140 }}>
            <dt className="ic-hint">{name}</dt>
            <dd className="ic-strong ic-text-16">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** What neither side can count, said instead of guessed. */
function UnknownPanel() {
  const { t } = useTranslation();
  const reasons = t('gap.unknown', { returnObjects: true });
  return (
    <Panel title={t('gap.unknownTitle')} lead={t('gap.unknownLead')}>
      <ul className="ic-indent">
        {Object.values(reasons).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Panel>
  );
}

interface AnswerProps {
  answer: GapQuery['gap'];
  range: DayRange;
  axis: GapAxis;
  row: number | undefined;
  set: (changes: Readonly<Record<string, string | number | null>>) => void;
}

/** The gap of the chosen row, and the other rows to choose from. */
function Answer({ answer: { source, message, results }, range, axis, row: rowId, set }: AnswerProps) {
  const { t } = useTranslation();
  const productId = useProductId();
  const nameOf = (one: GapRow): string => one.ad ?? one.asp ?? t('gap.noAsp');
  const rows = [...results].sort((a, b) => (b.reported ?? b.ours) - (a.reported ?? a.ours));
  const row = rows.find((one) => idOf(one) === rowId) ?? rows[0];
  if (message)
    return (
      <StateNote
        title={t('gap.noConversions')}
        hint={message}
        action={<Link to={MEDIA_COSTS}>{t('gap.toImport')}</Link>}
      />
    );
  if (!row) return <StateNote title={t('gap.noRowsInPeriod')} hint={t('gap.noRowsHint')} />;
  return (
    <>
      <WaterfallPanel
        row={row}
        source={source}
        name={nameOf(row)}
        pathOf={(step) => stepPath({ productId, sourceId: source.id, range, axis, row }, step)}
      />
      <DaysPanel row={row} onOpen={(day) => set(dayParameters(day))} />
      <OtherFigures row={row} />
      {rows.length > 1 && (
        <Panel title={t('gap.rows')} lead={t('gap.rowsTableLead')}>
          <CardTable<GapRow>
            rows={rows}
            rowKey={(one) => idOf(one) ?? 0}
            cardTitle={t(axis === 'ad' ? 'gap.column.ad' : 'gap.column.asp')}
            columns={[
              {
                key: 'name',
                title: t(axis === 'ad' ? 'gap.column.ad' : 'gap.column.asp'),
                render: (one) => (
                  <Button
                    type="link"
                    size="small"
                    aria-pressed={one === row}
                    onClick={() => {
                      set({ [OWN.row]: idOf(one) });
                      window.scrollTo({ top: 0 });
                    }}
                  >
                    {nameOf(one)}
                  </Button>
                ),
              },
              ...(['ours', 'reported', 'unexplained'] as const).map((key) => ({
                key,
                title: t(`gap.file.${key}`),
                width: 150,
                align: 'right' as const,
                render: (one: GapRow) => (
                  <span className="ic-figures">{countText(one[key], key === 'unexplained')}</span>
                ),
              })),
            ]}
          />
        </Panel>
      )}
      <UnknownPanel />
    </>
  );
}

const dayParameters = (day: string) => {
  const known = parseDay(day) ?? 0;
  return periodParameters({ preset: 'custom', range: { from: known, to: known } });
};

/** The gap between our conversions and those that a medium reports, step by step. The address holds the state. */
export function Gap() {
  const { t } = useTranslation();
  const productId = useProductId();
  const narrow = useNarrow();
  const [address, setAddress] = useSearchParams();
  const standing = { today: useToday(), weekStart: useWeekStart() };
  const { profile } = useSession();
  const mayImport = useRight('ads') === 'edit' && profile.roleType !== RoleType.AGENCY;
  const { sources, error: sourcesError, refetch: refetchSources } = useSources(productId, standing.today);
  const period = readPeriod(address) ?? ({ preset: 'd30' } as const);
  const range = rangeOf(period, standing);
  const axis = readAxis(address);
  const chosen = readId(address, OWN.source);
  const source = sources?.find(({ id }) => id === chosen) ?? sources?.[0];
  const variables = {
    ...{ productId, axis, sourceId: [source?.id ?? 0] },
    ...{ dateFrom: dayText(range.from), dateTo: dayText(range.to) },
  };
  const { data, error, loading, refetch } = useGapQuery({
    variables,
    skip: !source,
    fetchPolicy: 'cache-and-network',
  });
  const set = (changes: Readonly<Record<string, string | number | null | undefined>>): void =>
    setAddress((before) => withParameters(before, changes));
  const query = () =>
    new URLSearchParams({
      ...{ product_id: String(productId), source_id: String(source?.id), axis },
      ...{ date_from: variables.dateFrom, date_to: variables.dateTo },
      ...{ layout: 'document', locale: currentLanguage() },
    });
  const file = { path: '/api/v1/analyses/gap', query };
  return (
    <Page
      title={t('menu.gap')}
      lead={t('gap.lead')}
      actions={
        <div className="ic-flex ic-gap-8">
          <SaveViewButton address={() => viewParameters(address, productId)} bare={narrow} />
          <ExportButton
            {...file}
            name={t('menu.gap')}
            total={undefined}
            disabled={!data || data.gap.results.length === 0}
            bare={narrow}
          />
        </div>
      }
    >
      {!sources && <LoadState error={sourcesError} retry={() => void refetchSources()} />}
      {sources?.length === 0 && (
        <div className="ic-card">
          <StateNote
            title={t('gap.noSources')}
            hint={t('gap.noSourcesHint')}
            action={<Link to={MEDIA_COSTS}>{t(mayImport ? 'gap.toImport' : 'gap.toMediaCosts')}</Link>}
          />
        </div>
      )}
      {source && (
        <>
          <FilterBar>
            <BarField label={t('gap.source')}>
              <Select
                style={{ minWidth: 180 }}
                aria-label={t('gap.source')}
                value={source.id}
                options={sources?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
                onChange={(id) => set({ [OWN.source]: id, [OWN.row]: null })}
              />
            </BarField>
            <DateRange
              period={period}
              weekStart={standing.weekStart}
              onChange={(next) => set(periodParameters(next))}
            />
            <Segmented<GapAxis>
              aria-label={t('gap.axis')}
              value={axis}
              options={[
                { value: 'ad', label: t('gap.column.ad') },
                { value: 'asp', label: t('gap.column.asp') },
              ]}
              onChange={(next) => set({ [OWN.axis]: next === 'ad' ? null : next, [OWN.row]: null })}
            />
            {mayImport && <Link to={`${MEDIA_COSTS}#rules`}>{t('gap.toRule')}</Link>}
          </FilterBar>
          {error && !data ? (
            <LoadState error={error} retry={() => void refetch()} />
          ) : !data ? (
            <LoadState error={undefined} />
          ) : (
            <Answer answer={data.gap} range={range} axis={axis} row={readId(address, OWN.row)} set={set} />
          )}
          <AsOfFoot
            className=""
            asOf={loading ? undefined : data?.gap.asOf}
            loading={loading}
            onRefresh={() => void refetch()}
          />
        </>
      )}
    </Page>
  );
}
