import { BarChartOutlined, QuestionCircleOutlined, UserOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { measures } from '../../../../../shared/catalog';
import { formatMeasure, yenAffixes } from '../../../../../shared/format';
import { currentLanguage } from '../../../i18n/i18n';
import { logPaths } from '../../../kit/log/log-paths';
import { Panel } from '../../../kit/panel';
import { useRight } from '../../../session/use-right';
import type { Click, Conversion } from './arrivals';
import type { Walk } from './use-walk';
import styles from './walk.module.css';

const MEASURES = ['adClickCount', 'pvCount', 'cvTotalFinal', 'amountSum'] as const;

/** Shows the purchase in today's report row of its ad, and a link to the credit explanation. */
export function Credit({
  walk,
  purchase,
  click,
  productId,
}: {
  walk: Walk;
  purchase: Conversion;
  click: Click;
  productId: number;
}) {
  const { t } = useTranslation();
  const mayReport = useRight('analyze') !== 'none';
  const { metrics } = walk;
  const row = new URLSearchParams({
    product_id: String(productId),
    period: 'today',
    axis: 'ad',
    ad_ids: String(click.adId),
  });
  const isThere = (metrics?.cvTotalFinal ?? 0) > 0;
  return (
    <Panel title={t('walk.credit.title')} lead={t('walk.credit.lead')}>
      {mayReport && (
        <div className={styles.row} aria-live="polite">
          <p className="ic-mb-8 ic-text-13 ic-strong">
            {t('walk.credit.row', { ad: click.ad?.label ?? '' })}
          </p>
          <dl className={`ic-grid ic-gap-8-16 ic-mb-8 ${styles.figures}`} aria-busy={!isThere}>
            {MEASURES.map((key) => (
              <div key={key}>
                <dt className="ic-caption">{t(`measures.${key}.label`)}</dt>
                <dd>
                  {metrics
                    ? formatMeasure(metrics[key], measures[key].unit, { yen: yenAffixes[currentLanguage()] })
                    : '…'}
                </dd>
              </div>
            ))}
          </dl>
          <p className="ic-m-0 ic-note">{t(isThere ? 'walk.credit.counted' : 'walk.credit.counting')}</p>
        </div>
      )}
      <ul className="ic-grid ic-gap-8 ic-list ic-m-0 ic-text-14">
        {mayReport && (
          <li>
            <Link to={`/analyze/ad-statistics?${row}`}>
              <BarChartOutlined aria-hidden="true" /> {t('walk.credit.report')}
            </Link>
          </li>
        )}
        <li>
          <Link to={`${logPaths.conversion(purchase.eventId, purchase.cvSettingId)}#credit`}>
            <QuestionCircleOutlined aria-hidden="true" /> {t('walk.credit.why')}
          </Link>
        </li>
        <li>
          <Link to={logPaths.visitor(click.visitorId)}>
            <UserOutlined aria-hidden="true" /> {t('walk.credit.visitor')}
          </Link>
        </li>
      </ul>
    </Panel>
  );
}
