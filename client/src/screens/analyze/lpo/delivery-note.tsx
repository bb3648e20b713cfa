import { CheckOutlined, InfoCircleOutlined, WarningFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { addDays, type DayRange } from '../../../../../shared/domain/calendar';
import { MISMATCH_BELOW } from '../../../../../shared/domain/experiment';
import { MeasureName } from '../../../kit/table/measure-tip';
import { formatDateTime, tokyoToday } from '../../../kit/tokyo-date';
import type { TestView } from './tests';
import { pText, shareText } from './texts';
import styles from './lpo.module.css';

export interface DeliveryNoteProps {
  view: TestView;
  range: DayRange;
  onRange: (range: DayRange) => void;
}

/** The p value of the split, with an explanation. */
function PValue({ p }: { p: number }) {
  const { t } = useTranslation();
  const limit = shareText(MISMATCH_BELOW, 1);
  return (
    <MeasureName
      metric={{
        title: t('lpo.check.p', { p: pText(p, t) }),
        longTitle: t('lpo.check.pName'),
        definition: t('lpo.check.pHint', { limit }),
        formula: t('lpo.check.pFormula'),
        direction: 'neutral',
      }}
    />
  );
}

/** Shows whether visitors reach the variants at the configured rates, or why this can't be determined. */
export function DeliveryNote({ view, range, onRange }: DeliveryNoteProps) {
  const { t } = useTranslation();
  const { check, visitors, variants, changedAt } = view;
  switch (check.state) {
    case 'mismatch': {
      const all = visitors.reduce((sum, one) => sum + one, 0);
      const split = variants
        .map(({ title: name, rate }, index) =>
          t('lpo.check.split', {
            name,
            actual: shareText((visitors[index] ?? 0) / all, 1),
            meant: shareText(rate / 100, 0),
          }),
        )
        .join(t('lpo.check.and'));
      return (
        <div
          className={`ic-baseline ic-gap-8 ic-rounded ic-p-8-16 ic-toned ic-tone-warning ${styles.warning}`}
          role="status"
        >
          <span className={styles.icon} aria-hidden="true">
            <WarningFilled />
          </span>
          <div>
            <p className="ic-text-14 ic-strong">{t('lpo.check.mismatch')}</p>
            <p className="ic-caption">
              {t('lpo.check.mismatchHint', {
                split,
                p: pText(check.p, t),
                limit: shareText(MISMATCH_BELOW, 1),
              })}{' '}
              <PValue p={check.p} />
            </p>
          </div>
        </div>
      );
    }
    case 'matches':
      return (
        <p className="ic-baseline ic-wrap ic-gap-4-12 ic-note ic-ms-8">
          <CheckOutlined aria-hidden="true" /> {t('lpo.check.matches')}
          <span className="ic-caption">
            {t('lpo.check.matchesHint', { count: visitors.reduce((sum, one) => sum + one, 0) })}{' '}
            <PValue p={check.p} />
          </span>
        </p>
      );
    case 'changed': {
      const next = changedAt === null ? null : addDays(tokyoToday(Date.parse(changedAt)), 1);
      return (
        <p className="ic-baseline ic-wrap ic-gap-4-12 ic-note ic-ms-8">
          <InfoCircleOutlined aria-hidden="true" />{' '}
          {changedAt === null
            ? t('lpo.check.changedBefore')
            : t('lpo.check.changed', { time: formatDateTime(changedAt) })}
          {next !== null && next <= range.to && (
            <Button type="link" size="small" onClick={() => onRange({ from: next, to: range.to })}>
              {t('lpo.check.sinceChange')}
            </Button>
          )}
        </p>
      );
    }
    default:
      return (
        <p className="ic-baseline ic-wrap ic-gap-4-12 ic-note ic-ms-8">
          <InfoCircleOutlined aria-hidden="true" />{' '}
          {t(check.state === 'off' ? 'lpo.check.off' : 'lpo.check.few')}
        </p>
      );
  }
}
