import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../../../shared/format';
import { Panel } from '../../../kit/page';
import { StatusTag, type Tone } from '../../../kit/status-tag';
import { CardTable } from '../../../kit/table/card-table';
import { metricText, OptionalMetricLink } from '../../../kit/table/number-cell';
import {
  creditLabel,
  creditsOf,
  keyOf,
  nameOf,
  ratioOf,
  type Credit,
  type MapAxis,
  type MapMeasure,
  type MapModel,
  type MapRow,
} from './answer';
import { creditRangeText, creditText, ratioRangeText, ratioText } from './figures';
import { nextStepText } from './verdict-card';

const TONES = { under: 'good', over: 'bad', flips: 'waiting' } as const satisfies Record<string, Tone>;

const isDecision = (decision: string | null): decision is keyof typeof TONES =>
  decision !== null && Object.hasOwn(TONES, decision);

interface Props {
  rows: readonly MapRow[];
  model: MapModel;
  axis: MapAxis;
  measure: MapMeasure;
  pathOf: (row: MapRow) => string | undefined;
}

/** Credit and CPA of a row under each model, and what would settle it. */
function Models({ row, model, measure }: { row: MapRow; model: MapModel; measure: MapMeasure }) {
  const { t } = useTranslation();
  const [low, high] = [row.markov_1_low, row.markov_1_high];
  return (
    <div className="ic-stack ic-gap-8">
      <p>{nextStepText(t, row, model)}</p>
      <CardTable<Credit>
        rows={creditsOf(row)}
        rowKey="key"
        cardTitle={t('disagreement.column.model')}
        columns={[
          {
            key: 'model',
            title: t('disagreement.column.model'),
            render: (one) => (
              <>
                {creditLabel(t, one)}
                {one.key === 'markov_1' && low !== null && high !== null && (
                  <div className="ic-hint ic-figures">
                    {t('disagreement.intervalOf', {
                      range: creditRangeText(t, low, high, measure),
                    })}
                  </div>
                )}
              </>
            ),
          },
          {
            key: 'credit',
            title: t(`disagreement.column.credit_${measure}`),
            width: 140,
            align: 'right',
            render: ({ value }) => <span className="ic-figures">{creditText(value, measure)}</span>,
          },
          {
            key: 'ratio',
            title: t(`disagreement.column.ratio_${measure}`),
            width: 140,
            align: 'right',
            render: ({ value }) => (
              <span className="ic-figures">{ratioText(ratioOf(row.adCost, value, measure), measure)}</span>
            ),
          },
        ]}
      />
    </div>
  );
}

/** All rows with their range, decision and cost; a name opens its conversions, a row its models. */
export function RowsTable({ rows, model, axis, measure, pathOf }: Props) {
  const { t } = useTranslation();
  const figure = (text: string) => <span className="ic-figures">{text}</span>;
  const yen = (value: number | null): string => metricText(value, { unit: 'yen' });
  return (
    <Panel title={t('disagreement.table')} lead={t('disagreement.tableLead')}>
      <CardTable<MapRow>
        rows={rows}
        rowKey={(row) => keyOf(row, axis)}
        cardTitle={t(`report.axes.${axis}`)}
        minWidth={1080}
        expandable={{
          columnWidth: 40,
          expandedRowRender: (row) => <Models row={row} model={model} measure={measure} />,
          rowExpandable: ({ noAd, max }) => !noAd && (max ?? 0) > 0,
        }}
        columns={[
          {
            key: 'name',
            title: t(`report.axes.${axis}`),
            render: (row) => (
              <OptionalMetricLink to={pathOf(row)} className="ic-break ic-medium">
                {nameOf(t, row, axis)}
              </OptionalMetricLink>
            ),
          },
          {
            key: 'range',
            title: t(`disagreement.column.range_${measure}`),
            width: measure === 'amount' ? 190 : 150,
            align: 'right',
            render: ({ min, max }) => figure(creditRangeText(t, min, max, measure)),
          },
          {
            key: 'spread',
            title: t('disagreement.column.spread'),
            width: 70,
            align: 'right',
            render: ({ spread }) => figure(formatPercent(spread, { decimals: 0 })),
          },
          {
            key: 'ratio',
            title: t(`disagreement.column.ratioRange_${measure}`),
            width: 170,
            align: 'right',
            render: (row) => figure(row.adCost ? ratioRangeText(t, row, measure) : '-'),
          },
          ...(rows.some(({ decision }) => decision !== null)
            ? [
                {
                  key: 'target',
                  title: t('disagreement.column.target'),
                  width: 90,
                  align: 'right' as const,
                  render: ({ noAd, targetCpa }: MapRow) => figure(noAd ? '-' : yen(targetCpa)),
                },
                {
                  key: 'decision',
                  title: t('disagreement.column.decision'),
                  width: 128,
                  render: ({ noAd, decision }: MapRow) =>
                    !noAd && isDecision(decision) ? (
                      <StatusTag tone={TONES[decision]}>{t(`disagreement.decision.${decision}`)}</StatusTag>
                    ) : null,
                },
              ]
            : []),
          {
            key: 'share',
            title: t('disagreement.column.distinctShare'),
            width: 134,
            align: 'right',
            render: ({ distinctShare }) => (
              <>
                {figure(formatPercent(distinctShare, { decimals: 0, showZero: true }))}
                {distinctShare === 0 && <div className="ic-hint">{t('disagreement.oneAdOnly')}</div>}
              </>
            ),
          },
          {
            key: 'cost',
            title: t('disagreement.column.cost'),
            width: 100,
            align: 'right',
            render: ({ adCost }) => figure(yen(adCost)),
          },
        ]}
      />
    </Panel>
  );
}
