import { useTranslation } from 'react-i18next';
import { AttributionModel, NewAndExistingEvaluation } from '../../../../../../shared/catalog';
import { formatPercent } from '../../../../../../shared/format';
import { enumLabel } from '../../../../kit/enum-label';
import { StatusTag } from '../../../../kit/status-tag';
import { FittedTable } from '../../../../kit/table/fitted-table';
import styles from './credit.module.css';
import { creditKey, creditName, sameRules, type Credit, type Explanation, type Outcome } from './explanation';

/** Collects the credited ads of all outcomes in order of appearance. */
function creditedBy(outcomes: readonly Outcome[]): Credit[] {
  const credits = new Map<string, Credit>();
  for (const one of outcomes.flatMap(({ credit }) => credit))
    if (!credits.has(creditKey(one))) credits.set(creditKey(one), one);
  return [...credits.values()];
}

interface Props {
  title: string;
  lead: string;
  explanation: Explanation;
  outcomes: readonly Outcome[];
  nameOf: (outcome: Outcome) => string;
  /** Note below the table. */
  note?: string;
}

/** Compares outcomes: one column per outcome, one row per ad. */
function Comparison({ title, lead, explanation, outcomes, nameOf, note }: Props) {
  const { t } = useTranslation();
  const { asked, counted } = explanation;
  const ads = creditedBy(outcomes);
  const mark = (outcome: Outcome) =>
    sameRules(outcome, counted) ? <StatusTag tone="good">{t('credit.applying')}</StatusTag> : null;
  const shareOf = (outcome: Outcome, ad: Credit): number | null =>
    outcome.credit.find((one) => creditKey(one) === creditKey(ad))?.share ?? null;
  return (
    <section aria-label={title}>
      <h3 className="ic-text-14 ic-strong">{title}</h3>
      <p className="ic-caption ic-mb-8">{lead}</p>
      <FittedTable label={title} className="ic-table-flush" name={200} others={108} count={outcomes.length}>
        <thead>
          <tr>
            <th scope="col">{t('credit.ad')}</th>
            {outcomes.map((outcome) => (
              <th
                key={nameOf(outcome)}
                scope="col"
                className={sameRules(outcome, asked) ? 'ic-primary-soft' : undefined}
              >
                {nameOf(outcome)} {mark(outcome)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ads.map((ad) => (
            <tr key={creditKey(ad)}>
              <th scope="row">{creditName(ad, t)}</th>
              {outcomes.map((outcome) => (
                <td
                  key={nameOf(outcome)}
                  className={sameRules(outcome, asked) ? 'ic-primary-soft' : undefined}
                >
                  {formatPercent(shareOf(outcome, ad))}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row" className="ic-muted">
              {t('credit.touches')}
            </th>
            {outcomes.map((outcome) => (
              <td key={nameOf(outcome)} className={sameRules(outcome, asked) ? 'ic-primary-soft' : undefined}>
                {outcome.counts ? outcome.touches : <span className="ic-muted">{t('credit.countsNot')}</span>}
              </td>
            ))}
          </tr>
        </tbody>
      </FittedTable>
      {note && <p className="ic-caption ic-mt-4">{note}</p>}
    </section>
  );
}

/** Outcomes under the other models and evaluations. */
export function Comparisons({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation();
  return (
    <div className={styles.comparisons}>
      <Comparison
        title={t('credit.byModel')}
        lead={t('credit.byModelLead')}
        explanation={explanation}
        outcomes={explanation.models}
        nameOf={({ attributionModel }) => enumLabel(t, 'AttributionModel', modelOf(attributionModel))}
        note={t('credit.noMarkov')}
      />
      <Comparison
        title={t('credit.byEvaluation')}
        lead={t('credit.byEvaluationLead')}
        explanation={explanation}
        outcomes={explanation.evaluations}
        nameOf={({ evaluation }) => enumLabel(t, 'NewAndExistingEvaluation', evaluationOf(evaluation))}
      />
    </div>
  );
}

export const modelOf = (value: number): AttributionModel =>
  Object.values(AttributionModel).find((one) => one === value) ?? AttributionModel.LINEAR;
export const evaluationOf = (value: number): NewAndExistingEvaluation =>
  Object.values(NewAndExistingEvaluation).find((one) => one === value) ??
  NewAndExistingEvaluation.NEW_AND_EXISTING_WITH_HISTORY;
