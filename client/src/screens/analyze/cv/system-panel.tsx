import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../../../shared/format';
import type { CvInfoSpreadQuery } from '../../../generated/graphql';
import { Placeholder } from '../../../kit/loading';
import { Panel } from '../../../kit/page';
import { metricText } from '../../../kit/table/number-cell';
import styles from './cv.module.css';

type System = CvInfoSpreadQuery['cvInfo']['systems'][number];

interface Share {
  name: string;
  count: number;
  amount: number;
}

/** Rows of each table; the rest is one more. */
const MAX_ROWS = 7;

/** Adds the conversions up by name, most first, with the rest in one row. */
function sharesBy(systems: readonly System[], nameOf: (system: System) => string, restName: string): Share[] {
  const byName = new Map<string, Share>();
  for (const system of systems) {
    const name = nameOf(system);
    const share = byName.get(name) ?? { name, count: 0, amount: 0 };
    byName.set(name, share);
    share.count += system.count;
    share.amount += system.amountSum;
  }
  const sorted = [...byName.values()].sort((a, b) => b.count - a.count);
  if (sorted.length <= MAX_ROWS + 1) return sorted;
  const rest = sorted.slice(MAX_ROWS);
  return [
    ...sorted.slice(0, MAX_ROWS),
    {
      name: restName,
      count: rest.reduce((sum, { count }) => sum + count, 0),
      amount: rest.reduce((sum, { amount }) => sum + amount, 0),
    },
  ];
}

function ShareTable({ title, shares }: { title: string; shares: readonly Share[] }) {
  const { t } = useTranslation();
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  return (
    <table className={`ic-wide ic-figures ${styles.systems}`}>
      <thead>
        <tr className="ic-muted ic-text-12">
          <th scope="col">{title}</th>
          <th scope="col">{t('cvInfo.hours.count')}</th>
          <th scope="col">{t('cvInfo.systems.share')}</th>
          <th scope="col">{t('cvInfo.hours.amountSum')}</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ name, count, amount }) => {
          const style: CSSProperties & { '--share': string } = { '--share': `${(100 * count) / total}%` };
          return (
            <tr key={name}>
              <th scope="row" className="ic-regular" style={style}>
                {name}
              </th>
              <td>{metricText(count, { unit: 'count' })}</td>
              <td>{formatPercent(count / total)}</td>
              <td>{metricText(amount, { unit: 'yen' })}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Conversions by operating system and by browser or app. @param systems undefined while loading */
export function SystemPanel({ systems }: { systems: readonly System[] | undefined }) {
  const { t } = useTranslation();
  const unknown = t('cvInfo.systems.unknown');
  const rest = t('cvInfo.systems.rest');
  return (
    <Panel title={t('cvInfo.systems.title')} lead={t('cvInfo.systems.lead')}>
      {!systems ? (
        <Placeholder width="100%" height={200} />
      ) : systems.length === 0 ? (
        <p className="ic-muted">{t('cvInfo.noPaths')}</p>
      ) : (
        <div className={`ic-grid ${styles.systemPair}`}>
          <ShareTable
            title={t('cvInfo.systems.os')}
            shares={sharesBy(systems, ({ os }) => os ?? unknown, rest)}
          />
          <ShareTable
            title={t('cvInfo.systems.browser')}
            shares={sharesBy(systems, ({ browser }) => browser ?? unknown, rest)}
          />
        </div>
      )}
    </Panel>
  );
}
