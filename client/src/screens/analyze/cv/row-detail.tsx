import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatPercent, formatYen, yenAffixes } from '../../../../../shared/format';
import { currentLanguage } from '../../../i18n/i18n';
import { logPaths } from '../../../kit/log/log-paths';
import { formatDateTime } from '../../../kit/tokyo-date';
import styles from './cv.module.css';
import type { CvRow } from './query-state';
import { spanText } from './format';

/** Path of a conversion step by step: ad, time, interval, and its credit beside the normal one. */
export function RowDetail({ row, whyHref }: { row: CvRow; whyHref: string }) {
  const { t } = useTranslation();
  const yen = (value: number): string => formatYen(value, { yen: yenAffixes[currentLanguage()] });
  const { path, cvTime, amount } = row;
  return (
    <div className={styles.detail}>
      {path.length === 0 ? (
        <p className="ic-muted">{t('cvInfo.noSteps')}</p>
      ) : (
        <table className={`ic-wide ic-text-13 ic-figures ${styles.detailTable}`}>
          <thead>
            <tr>
              <th scope="col">{t('cvInfo.step')}</th>
              <th scope="col">{t('fields.label.log_createdAt')}</th>
              <th scope="col">{t('fields.label.log_ad')}</th>
              <th scope="col" className={styles.right}>
                {t('cvInfo.lag')}
              </th>
              <th scope="col" className={styles.right}>
                {t('cvInfo.share')}
              </th>
              <th scope="col" className={styles.right}>
                {t('cvInfo.credit')}
              </th>
              <th scope="col" className={styles.right}>
                {t('cvInfo.normal')}
              </th>
            </tr>
          </thead>
          <tbody>
            {path.map(({ interactionId, adId, ad, time, share }, index) => (
              <tr key={index}>
                <td>{index + 1}</td>
                <td>
                  {interactionId ? (
                    <Link to={logPaths.interaction(interactionId)}>{formatDateTime(time)}</Link>
                  ) : (
                    formatDateTime(time)
                  )}
                </td>
                <td>
                  {adId ? (
                    <Link to={`/ad/setting/${adId}`}>{ad ?? `#${adId}`}</Link>
                  ) : (
                    <span className="ic-muted">{t('cvInfo.otherAgency')}</span>
                  )}
                </td>
                <td className={styles.right}>{spanText((Date.parse(cvTime) - Date.parse(time)) / 1000)}</td>
                <td className={styles.right}>{formatPercent(share, { showZero: true })}</td>
                <td className={styles.right}>{yen(share * amount)}</td>
                <td className={styles.right}>{yen(index === path.length - 1 ? amount : 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={`ic-flex ic-mt-12 ${styles.ways}`}>
        <Link to={whyHref}>{t('cvInfo.why')}</Link>
        <Link to={logPaths.visitor(row.visitorId)}>{t('cvInfo.story')}</Link>
      </p>
    </div>
  );
}
