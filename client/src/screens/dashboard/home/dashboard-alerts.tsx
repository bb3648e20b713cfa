import {
  AlertOutlined,
  CheckCircleOutlined,
  ClockCircleOutlined,
  CopyOutlined,
  DisconnectOutlined,
  LineChartOutlined,
  PayCircleOutlined,
  SendOutlined,
  StopOutlined,
} from '@ant-design/icons';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isKeyOf } from '../../../../../shared/records';
import { ExcludedReason, measureOf, measures } from '../../../../../shared/catalog';
import { ApprovalStatus } from '../../../../../shared/domain/results';
import { formatNumber } from '../../../../../shared/format';
import { rejectionText } from '../../../../../shared/i18n/rejections';
import type { DashboardQuery } from '../../../generated/first';
import { currentLanguage } from '../../../i18n/i18n';
import { withAside } from '../../../i18n/punctuation';
import { adPath } from '../../../kit/ad-link';
import { Placeholder } from '../../../kit/loading';
import { metricText } from '../../../kit/table/number-cell';
import { formatDateTime, formatDay, formatWeekday, parseDay } from '../../../kit/tokyo-date';
import { useProductId } from '../../../session/session-context';
import styles from './home.module.css';
import { statisticsLink } from './periods';

type DashboardAlerts = DashboardQuery['attention'];

/** One dashboard alert. */
interface Item {
  key: string;
  icon: ReactNode;
  title: string;
  /** Quantity as text. */
  value: string;
  details: readonly { key: string; text: string; to?: string }[];
  to: string;
  urgent?: boolean;
}

const MAX_DETAILS = 3;
const DAY_MS = 86_400_000;

const dayOf = (text: string): number => parseDay(text) ?? 0;
const named = (text: string, t: TFunction): string =>
  t('dashboard.day', { day: formatDay(dayOf(text)), weekday: formatWeekday(dayOf(text), currentLanguage()) });

function itemsOf(alerts: DashboardAlerts, productId: number, t: TFunction): Item[] {
  const { pending, failed, unsent, duplicates, silent, refused, unreadAmounts, ending, unusual } = alerts;
  const product = `product_id=${productId}`;
  const count = (number: number, exact = true): string =>
    t(exact ? 'overview.attention.count' : 'overview.attention.atLeast', { number: formatNumber(number) });
  const more = (all: readonly unknown[]): Item['details'] =>
    all.length > MAX_DETAILS
      ? [{ key: 'more', text: t('overview.attention.more', { count: all.length - MAX_DETAILS }) }]
      : [];
  const age = (time: string): string => {
    const days = Math.floor((Date.now() - Date.parse(time)) / DAY_MS);
    return days < 1 ? t('overview.attention.today') : t('overview.attention.daysAgo', { count: days });
  };
  const items: Item[] = (silent ?? []).map(({ source, days, longestPause, lastAt }) => ({
    key: source,
    icon: <DisconnectOutlined />,
    title: t(`overview.attention.silent.${source === 'click' || source === 'view' ? source : 'conversion'}`),
    value: t('overview.attention.silentDays', { count: days }),
    details: [
      {
        key: 'last',
        text: t('overview.attention.silentDetail', { time: formatDateTime(lastAt), count: longestPause }),
      },
    ],
    to: `/log/${source === 'click' ? 'interaction' : source === 'view' ? 'access' : 'cv'}?${product}`,
    urgent: true,
  }));
  if (failed && failed.count > 0) {
    const details = failed.at
      ? [{ key: 'at', text: t('overview.attention.failedDetail', { time: formatDateTime(failed.at) }) }]
      : [];
    items.push({
      key: 'failed',
      icon: <SendOutlined />,
      title: t('overview.attention.failed'),
      value: count(failed.count, failed.countExact),
      details,
      to: `/log/result-queue?${product}&state=failure`,
      urgent: true,
    });
  }
  if (unsent && unsent.count > 0)
    items.push({
      key: 'unsent',
      icon: <SendOutlined />,
      title: t('overview.attention.unsent'),
      value: count(unsent.count, unsent.countExact),
      details: unsent.at
        ? [{ key: 'at', text: t('overview.attention.unsentDetail', { time: formatDateTime(unsent.at) }) }]
        : [],
      to: `/log/conversion-send?${product}&state=refused&state=given_up`,
      urgent: true,
    });
  if (pending && pending.count > 0) {
    const details = pending.at
      ? [
          {
            key: 'at',
            text: t('overview.attention.pendingDetail', {
              age: age(pending.at),
              time: formatDateTime(pending.at),
            }),
          },
        ]
      : [];
    items.push({
      key: 'pending',
      icon: <ClockCircleOutlined />,
      title: t('overview.attention.pending'),
      value: count(pending.count, pending.countExact),
      details,
      to: `/log/cv-approve?${product}`,
    });
  }
  if (duplicates && duplicates.count > 0) {
    const details = duplicates.at
      ? [
          {
            key: 'at',
            text: t('overview.attention.duplicatesDetail', { time: formatDateTime(duplicates.at) }),
          },
        ]
      : [];
    items.push({
      key: 'duplicates',
      icon: <CopyOutlined />,
      title: t('overview.attention.duplicates'),
      value: count(duplicates.count, duplicates.countExact),
      details,
      to: `/log/result?${product}&approvalStatus=${ApprovalStatus.APPROVED}&excludedReason=${ExcludedReason.DUPLICATE_ORDER}`,
    });
  }
  if (refused && refused.reasons.length > 0) {
    const reasons = refused.reasons.slice(0, MAX_DETAILS).map(({ reason, count: number }, index) => ({
      key: `${index}`,
      text: t('overview.attention.reason', {
        reason: rejectionText(t, reason),
        number: formatNumber(number),
      }),
    }));
    const total = refused.reasons.reduce((sum, { count: number }) => sum + number, 0);
    items.push({
      key: 'refused',
      icon: <StopOutlined />,
      title: t('overview.attention.refused'),
      value: count(total, refused.exact),
      details: [
        { key: 'days', text: t('overview.attention.refusedDetail') },
        ...reasons,
        ...more(refused.reasons),
      ],
      to: `/log/refused?${product}`,
    });
  }
  if (unreadAmounts && unreadAmounts.count > 0) {
    items.push({
      key: 'unreadAmounts',
      icon: <PayCircleOutlined />,
      title: t('overview.attention.unreadAmounts'),
      value: count(unreadAmounts.count, unreadAmounts.exact),
      details: [
        { key: 'hint', text: t('overview.attention.unreadAmountsDetail') },
        ...unreadAmounts.texts.map((text) => ({
          key: text,
          text: t('overview.attention.unreadAmount', { text }),
        })),
      ],
      to: `/log/cv?${product}&amountText=any`,
      urgent: true,
    });
  }
  if (unusual && unusual.length > 0) {
    const details = unusual.slice(0, MAX_DETAILS).map(({ day, measure, value, low, high }) => {
      const key = isKeyOf(measures, measure) ? measure : 'adClickCount';
      const text = (one: number): string =>
        metricText(one, { unit: measureOf(key).unit, showZero: true, decimals: 0 });
      return {
        key: `${day}${measure}`,
        text: withAside(
          `${t('overview.attention.unusualLine', { day: named(day, t), measure: t(`measures.${key}.label`) })} ${text(value)}`,
          t('overview.attention.usual', { low: text(Math.ceil(low)), high: text(Math.floor(high)) }),
        ),
        to: statisticsLink({ preset: 'custom', range: { from: dayOf(day), to: dayOf(day) } }),
      };
    });
    const newest = dayOf(unusual[0]?.day ?? '');
    items.push({
      key: 'unusual',
      icon: <LineChartOutlined />,
      title: t('overview.attention.unusual'),
      value: count(unusual.length),
      details: [...details, ...more(unusual)],
      to: statisticsLink({ preset: 'custom', range: { from: newest, to: newest } }),
    });
  }
  if (ending && ending.length > 0) {
    const details = ending.slice(0, MAX_DETAILS).map(({ id, adName, periodTo }) => ({
      key: `${id}`,
      text: `${adName}　${t('overview.attention.endsOn', { day: named(periodTo, t) })}`,
      to: adPath(id),
    }));
    items.push({
      key: 'ending',
      icon: <AlertOutlined />,
      title: t('overview.attention.ending'),
      value: count(ending.length, ending.length < 20),
      details: [...details, ...more(ending)],
      to: '/ad/setting?sort=periodTo',
    });
  }
  return items;
}

/** Dashboard alerts, urgent ones first, each linked to the place to act on it. */
export function DashboardAlertList({ alerts }: { alerts: DashboardAlerts | undefined }) {
  const { t } = useTranslation();
  const productId = useProductId();
  if (!alerts) {
    return (
      <div
        className="ic-row ic-gap-8 ic-card ic-m-0 ic-secondary ic-p-12-16"
        style={{ minHeight: 113 }}
        aria-busy="true"
      >
        <Placeholder width={280} height={14} />
      </div>
    );
  }
  const items = itemsOf(alerts, productId, t);
  return (
    <>
      {items.length === 0 ? (
        <p className="ic-row ic-gap-8 ic-card ic-m-0 ic-secondary ic-p-12-16">
          <CheckCircleOutlined className="ic-success" aria-hidden="true" />
          {t('overview.attention.none')}
        </p>
      ) : (
        <ul className={`ic-grid ic-rounded ic-list ic-hidden ${styles.items}`}>
          {items.map(({ key, icon, title, value, details, to, urgent }) => (
            <li key={key} className={urgent ? styles.urgent : undefined}>
              <span className={`ic-rigid ic-muted ic-text-16 ${styles.icon}`} aria-hidden="true">
                {icon}
              </span>
              <div className="ic-stack ic-fill ic-gap-4 ic-text-13">
                <Link to={to} className={`ic-baseline ic-wrap ic-between ic-gap-4-12 ${styles.title}`}>
                  <span>{title}</span> <strong className="ic-text-16 ic-figures">{value}</strong>
                </Link>
                {details.map((detail) => (
                  <span key={detail.key} className="ic-break ic-caption ic-figures">
                    {detail.to ? <Link to={detail.to}>{detail.text}</Link> : detail.text}
                  </span>
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
      {alerts.unusual && <p className="ic-hint ic-mt-8">{t('overview.attention.rule')}</p>}
    </>
  );
}
