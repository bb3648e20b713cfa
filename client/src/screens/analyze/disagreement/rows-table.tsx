import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../../../shared/format';
import { Panel } from '../../../kit/page';
import { StatusTag, type Tone } from '../../../kit/status-tag';
import { CardTable } from '../../../kit/table/card-table';
import { metricText, OptionalMetricLink } from '../../../kit/table/number-cell';
import {
  creditDecisionOf,
  creditLabel,
  creditsOf,
  decisionOf,
  keyOf,
  nameOf,
  ratioOf,
  type Credit,
  type Decision,
  type MapAxis,
  type MapMeasure,
  type MapModel,
  type MapRow,
} from './answer';
import { creditRangeText, creditText, profitText, ratioRangeText, ratioText } from './figures';
import { MeasuredNote, measuredShort } from './measured';
import { nextStepText } from './verdict-card';

const TONES: Record<Decision, Tone> = { under: 'good', over: 'bad', flips: 'waiting' };

function DecisionTag({ decision, measure }: { decision: Decision; measure: MapMeasure }) {
  const { t } = useTranslation();
  return <StatusTag tone={TONES[decision]}>{t(`disagreement.decision_${measure}.${decision}`)}</StatusTag>;
}

/** A loss is red. */
function Profit({ value }: { value: number | null }) {
  return (
    <span className={`ic-figures ${value !== null && value < 0 ? 'ic-error' : ''}`}>{profitText(value)}</span>
  );
}

/** Profit from the worst to the best model. */
function ProfitRange({ row: { profitMin, profitMax } }: { row: MapRow }) {
  const { t } = useTranslation();
  if (profitText(profitMin) === profitText(profitMax)) return <Profit value={profitMin} />;
  return (
    <span className="ic-nowrap">
      <Profit value={profitMin} />
      {t('disagreement.until')}
      <Profit value={profitMax} />
    </span>
  );
}

interface Props {
  rows: readonly MapRow[];
  model: MapModel;
  axis: MapAxis;
  measure: MapMeasure;
  pathOf: (row: MapRow) => string | undefined;
}

/** Credit, CPA and profit of a row under each model, and what would settle it. */
function Models({ row, model, measure }: { row: MapRow; model: MapModel; measure: MapMeasure }) {
  const { t } = useTranslation();
  const [low, high] = [row.markov_1_low, row.markov_1_high];
  return (
    <div className="ic-stack ic-gap-8">
      <p>{nextStepText(t, row, model, measure)}</p>
      <p className="ic-secondary">
        {t('disagreement.shareOf', {
          share: formatPercent(row.distinctShare, { decimals: 0, showZero: true }),
        })}
      </p>
      <MeasuredNote row={row} measure={measure} />
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
          {
            key: 'profit',
            title: t('disagreement.column.profit'),
            width: 140,
            align: 'right',
            render: ({ profit }) => <Profit value={profit} />,
          },
          ...(decisionOf(row, measure) === null
            ? []
            : [
                {
                  key: 'decision',
                  title: t('disagreement.column.decision'),
                  width: 128,
                  render: (one: Credit) => (
                    <DecisionTag decision={creditDecisionOf(row, one, measure)} measure={measure} />
                  ),
                },
              ]),
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
  const isJudged = rows.some((row) => decisionOf(row, measure) !== null);
  return (
    <Panel title={t('disagreement.table')} lead={t('disagreement.tableLead')}>
      <CardTable<MapRow>
        rows={rows}
        rowKey={(row) => keyOf(row, axis)}
        cardTitle={t(`report.axes.${axis}`)}
        minWidth={1000}
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
            width: measure === 'amount' ? 160 : 136,
            align: 'right',
            render: (row) => (
              <>
                {figure(creditRangeText(t, row.min, row.max, measure))}
                {row.measured !== null && <div className="ic-hint">{measuredShort(t, row, measure)}</div>}
              </>
            ),
          },
          {
            key: 'spread',
            title: t('disagreement.column.spread'),
            width: 60,
            align: 'right',
            render: ({ spread }) => figure(formatPercent(spread, { decimals: 0 })),
          },
          {
            key: 'ratio',
            title: t(`disagreement.column.ratioRange_${measure}`),
            width: measure === 'amount' ? 166 : 148,
            align: 'right',
            render: (row) => figure(row.adCost ? ratioRangeText(t, row, measure) : '-'),
          },
          {
            key: 'profit',
            title: t('disagreement.column.profitRange'),
            width: 164,
            align: 'right',
            render: (row) => (row.noAd ? '-' : <ProfitRange row={row} />),
          },
          {
            key: 'cost',
            title: t('disagreement.column.cost'),
            width: 92,
            align: 'right',
            render: ({ adCost }) => figure(yen(adCost)),
          },
          ...(isJudged && measure === 'cv'
            ? [
                {
                  key: 'target',
                  title: t('disagreement.column.target'),
                  width: 90,
                  align: 'right' as const,
                  render: ({ noAd, targetCpa }: MapRow) => figure(noAd ? '-' : yen(targetCpa)),
                },
              ]
            : []),
          ...(isJudged
            ? [
                {
                  key: 'decision',
                  title: t('disagreement.column.decision'),
                  width: 128,
                  render: (row: MapRow) => {
                    const decision = decisionOf(row, measure);
                    return decision && <DecisionTag decision={decision} measure={measure} />;
                  },
                },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}
