import type { TFunction } from 'i18next';
import { lazy, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { isKeyOf } from '../../../../../shared/records';
import type { GapQuery } from '../../../generated/graphql';
import { joinList, withAside } from '../../../i18n/punctuation';
import { ChartCard } from '../../../kit/chart/chart-card';
import type { WaterfallBar } from '../../../kit/chart/waterfall-chart';
import { Panel } from '../../../kit/page';
import { CardTable } from '../../../kit/table/card-table';
import { metricText, OptionalMetricLink } from '../../../kit/table/number-cell';
import { useNarrow } from '../../../kit/use-window';
import { useThemeName } from '../../../theme/theme-provider';
import type { GapRow } from './gap-address';

const WaterfallChart = lazy(() =>
  import('../../../kit/chart/waterfall-chart').then((m) => ({ default: m.WaterfallChart })),
);

type Source = GapQuery['gap']['source'];

const BAR_HEIGHT = 34;

/** Returns a count as text; a change with its sign. Media report fractions too. */
export const countText = (value: number | null, isChange = false): string => {
  const decimals = value === null || Number.isInteger(value) ? 0 : 2;
  const text = metricText(value, { unit: 'number', decimals, showZero: !isChange });
  return isChange && value !== null && value > 0 ? `+${text}` : text;
};

/** Returns the name of a step. */
function stepName(t: TFunction, key: string): string {
  const names = t('gap.file', { returnObjects: true });
  return isKeyOf(names, key) ? names[key] : key;
}

/** Says in one sentence how the medium comes from our count to its own. */
function sentenceOf(t: TFunction, { ours, steps, reported, unexplained }: GapRow, source: Source): string {
  const clauses = t('gap.clause', { returnObjects: true });
  const parts = steps.flatMap(({ key, change }) => {
    const clause = `${key}_${change < 0 ? 'out' : 'in'}`;
    if (change === 0 || !isKeyOf(clauses, clause)) return [];
    return [t(`gap.clause.${clause}`, { n: countText(Math.abs(change)), days: source.clickWindowDays })];
  });
  const after = countText(steps.at(-1)?.after ?? ours);
  const counted =
    parts.length === 0
      ? t('gap.sameCount', { ours: countText(ours) })
      : t('gap.sentence', { ours: countText(ours), steps: joinList(parts), after });
  if (reported === null) return counted;
  const rest =
    unexplained === 0
      ? t('gap.allExplained', { reported: countText(reported) })
      : t('gap.rest', { reported: countText(reported), rest: countText(Math.abs(unexplained ?? 0)) });
  return counted + rest;
}

const barsOfMedium = (t: TFunction, reported: number, rest: number): WaterfallBar[] => [
  { key: null, name: t('gap.file.unexplained'), from: reported - rest, to: reported, kind: 'unexplained' },
  { key: null, name: t('gap.file.reported'), from: 0, to: reported, kind: 'reported' },
];

/** Returns the bars from our count to the medium's. */
function barsOf(t: TFunction, { ours, steps, reported, unexplained }: GapRow): WaterfallBar[] {
  let from = ours;
  const changes = steps.map(({ key, after }): WaterfallBar => {
    const bar = { key, name: stepName(t, key), from, to: after, kind: 'change' } as const;
    from = after;
    return bar;
  });
  return [
    { key: null, name: t('gap.file.ours'), from: 0, to: ours, kind: 'ours' },
    ...changes,
    ...(reported === null ? [] : barsOfMedium(t, reported, unexplained ?? 0)),
  ];
}

interface WaterfallPanelProps {
  row: GapRow;
  source: Source;
  name: string;
  /** Address of a step's conversions. */
  pathOf: (step: string) => string | undefined;
}

interface Line {
  readonly key: string;
  readonly change: number | null;
  readonly after: number | null;
}

/** From our count to the medium's: a sentence, a chart, and a table whose changes open their conversions. */
export function WaterfallPanel({ row, source, name, pathOf }: WaterfallPanelProps) {
  const { t } = useTranslation();
  const theme = useThemeName();
  const narrow = useNarrow();
  const navigate = useNavigate();
  const here = useLocation();
  const bars = useMemo(() => barsOf(t, row), [t, row]);
  const sentence = sentenceOf(t, row, source);
  const lines: Line[] = [
    { key: 'ours', change: null, after: row.ours },
    ...row.steps,
    ...(row.reported === null
      ? []
      : [
          { key: 'unexplained', change: row.unexplained, after: row.reported },
          { key: 'reported', change: null, after: row.reported },
        ]),
  ];
  const hints = t('gap.hint', { returnObjects: true });
  const hintOf = (key: string): string =>
    isKeyOf(hints, key)
      ? t(`gap.hint.${key}`, { days: source.clickWindowDays, zone: source.timeZone, clickId: source.clickId })
      : '';
  const open = (step: string): void => {
    const path = pathOf(step);
    if (path) void navigate(here, { state: { drillDown: { path, depth: 1 } }, preventScrollReset: true });
  };
  return (
    <>
      <p className="ic-card ic-p-16-20 ic-text-16">{sentence}</p>
      <ChartCard
        label={t('gap.chart')}
        title={withAside(t('gap.chart'), name)}
        spoken={sentence}
        height={bars.length * BAR_HEIGHT + 40}
        waiting={false}
      >
        <WaterfallChart
          bars={bars}
          theme={theme}
          height={bars.length * BAR_HEIGHT + 40}
          narrow={narrow}
          onOpen={open}
        />
      </ChartCard>
      <Panel title={t('gap.table')} lead={t('gap.tableLead')}>
        <CardTable<Line>
          rows={lines}
          rowKey="key"
          cardTitle={t('gap.column.step')}
          pagination={{ pageSize: 20 }}
          columns={[
            {
              key: 'step',
              title: t('gap.column.step'),
              render: ({ key }) => (
                <>
                  <span className="ic-medium">{stepName(t, key)}</span>
                  <div className="ic-hint">{hintOf(key)}</div>
                </>
              ),
            },
            {
              key: 'change',
              title: t('gap.column.change'),
              width: 120,
              align: 'right',
              render: ({ key, change }) =>
                change === null ? null : (
                  <OptionalMetricLink to={pathOf(key)} className="ic-figures">
                    {countText(change, true)}
                  </OptionalMetricLink>
                ),
            },
            {
              key: 'after',
              title: t('gap.column.after'),
              width: 160,
              align: 'right',
              render: ({ after }) => <span className="ic-figures">{countText(after)}</span>,
            },
          ]}
        />
      </Panel>
    </>
  );
}
