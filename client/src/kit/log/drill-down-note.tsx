import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import { formatFigure, isToldAt, type BaseKey, type Figure } from '../../../../shared/catalog';
import { useFigureTotalQuery } from '../../generated/graphql';
import { useProductId } from '../../session/session-context';
import { figureLogPath } from '../drill-down-path';
import { Placeholder } from '../placeholder';
import { useCvNames } from '../report/use-cv-names';
import { figureText } from '../table/number-cell';
import { COSTS } from './costs';
import { CostRest, CostWhole } from './cost-rest';
import styles from './drill-down-note.module.css';
import { sumWords, unitOfSum } from './drill-down-text';

interface PartProps {
  figure: Figure;
  /** Whether its rows are those shown below. */
  shown: boolean;
  /** Whether it takes the place of what is shown, of which there is no row. */
  instead: boolean;
}

const useTotal = (figure: Figure) =>
  useFigureTotalQuery({
    variables: { productId: useProductId(), figure: formatFigure(figure) },
    fetchPolicy: 'cache-and-network',
  });

/** What the rows behind a figure come to. */
function FigurePart({ figure, shown, instead }: PartProps) {
  const { t } = useTranslation();
  const productId = useProductId();
  const { data, error } = useTotal(figure);
  const total = data?.figureTotal;
  const name = sumWords(figure, t, useCvNames());
  const path = figureLogPath(productId, figure);
  const unit = unitOfSum(figure.key);
  if (instead && path !== undefined && (total?.rows ?? 0) > 0) return <Navigate to={path} replace />;
  return (
    <span className={styles.part}>
      {shown || path === undefined || total?.rows === 0 ? (
        <span className={styles.name}>{name}</span>
      ) : (
        <Link to={path}>{name}</Link>
      )}
      <span className={styles.sum}>
        {error ? (
          <span className={styles.rows}>{t('logs.figure.unknown')}</span>
        ) : !total ? (
          <Placeholder width={64} height={14} />
        ) : (
          <>
            <strong className={styles.value}>{figureText(total.value, { unit, showZero: true })}</strong>
            {unit === 'count' && total.value === total.rows ? null : (
              <span className={styles.rows}>{t('logs.figure.rows', { count: total.rows })}</span>
            )}
            {unit === 'count' && total.value > total.rows && (
              <span className={styles.rows}>{t('logs.figure.several')}</span>
            )}
          </>
        )}
      </span>
    </span>
  );
}

/** Says of which figure of a report the rows below are, and what they come to: the same as there. */
export function FigureNote({
  figure,
  place,
  onClear,
}: {
  figure: Figure;
  place: string;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  const parts: readonly BaseKey[] = COSTS.some((key) => key === figure.key)
    ? COSTS.filter((key) => isToldAt(key, figure))
    : [figure.key];
  // Reports open the cost of an ad by its clicks: of one that costs nothing by the click, what it does cost is shown.
  const isEmpty = useTotal(figure).data?.figureTotal.rows === 0 && figure.key === COSTS[0];
  return (
    <div className={styles.note} role="status">
      <span className={parts.length > 1 ? `${styles.what} ${styles.several}` : styles.what}>
        <span className={styles.lead}>{t('logs.figure.lead')}</span>
        {parts.length > 1 && <CostWhole figure={figure} />}
        {parts.map((key) => (
          <FigurePart
            key={key}
            figure={{ ...figure, key }}
            shown={key === figure.key}
            instead={isEmpty && key !== figure.key}
          />
        ))}
        {parts.length > 1 && <CostRest figure={figure} />}
      </span>
      <span className={styles.place}>{place}</span>
      <span className={styles.clear}>
        <Button size="small" type="text" onClick={onClear}>
          {t('logs.figure.clear')}
        </Button>
      </span>
    </div>
  );
}
