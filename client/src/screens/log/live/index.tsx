import { PauseOutlined, CaretRightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { ExcludedReason, isEnumValue, RoleType } from '../../../../../shared/catalog';
import { LIVE_ROWS_PER_SECOND, liveKinds } from '../../../../../shared/catalog/live';
import { formatYen, yenAffixes } from '../../../../../shared/format';
import { rejectionText } from '../../../../../shared/i18n/rejections';
import { currentLanguage } from '../../../i18n/i18n';
import { joinList } from '../../../i18n/punctuation';
import { AdsSelect } from '../../../kit/ad-select';
import { withParameters } from '../../../kit/address';
import { enumLabel } from '../../../kit/enum-label';
import { ErrorNote } from '../../../kit/error-note';
import { BarField, FilterBar } from '../../../kit/filter/filter-bar';
import { endpointLabel } from '../../../kit/log/log-paths';
import { MultiSelect } from '../../../kit/multi-select';
import { Page } from '../../../kit/page';
import { PostbackReason, PostbackState } from '../../../kit/postback/postback-labels';
import { StateNote } from '../../../kit/states';
import { ApprovalTag, StatusTag } from '../../../kit/status-tag';
import { useConsoleConfig } from '../../../session/console-config';
import { useProductId, useSession } from '../../../session/session-context';
import { isRow, waitingCount, type LeftOut, type LiveRow } from './live-rows';
import type { LiveStatus } from './live-stream';
import { useLive } from './use-live';
import styles from './live.module.css';

const HEADS = ['time', 'kind', 'ad', 'what', 'state'] as const;
const DAY = 'yyyy/MM/dd '.length;

/** Page, conversion, network or endpoint of a row. */
function whatText(t: TFunction, { kind, fields }: LiveRow): string {
  switch (kind) {
    case 'click':
      return String(fields.landing_url ?? fields.lpo_title ?? '');
    case 'view':
      return String(fields.title ?? fields.access_url ?? '');
    case 'cv':
      return [
        fields.cv_setting,
        formatYen(Number(fields.amount ?? 0), { yen: yenAffixes[currentLanguage()], showZero: true }),
      ].join('　');
    case 'rejected':
      return endpointLabel(t, String(fields.door));
    default:
      return String(fields.asp ?? '');
  }
}

/** State of a row, with its reason in words. */
function RowState({ row: { kind, fields } }: { row: LiveRow }) {
  const { t } = useTranslation();
  const reason = fields.excluded_reason;
  if (kind === 'result') return <ApprovalTag status={fields.approval_status} />;
  if (kind === 'postback')
    return (
      <span className="ic-row ic-wrap ic-gap-4-12">
        <PostbackState state={String(fields.state)} />
        {typeof fields.reason === 'string' && <PostbackReason reason={fields.reason} />}
      </span>
    );
  if (kind === 'rejected') return <span className="ic-error">{rejectionText(t, String(fields.reason))}</span>;
  if (typeof reason === 'string')
    return (
      <StatusTag tone="muted">
        {t('logs.notCounted', {
          reason: isEnumValue(ExcludedReason, reason) ? enumLabel(t, 'ExcludedReason', reason) : reason,
        })}
      </StatusTag>
    );
  if (fields.cancelled === true) return <StatusTag tone="muted">{t('amendments.stateCancelled')}</StatusTag>;
  return <StatusTag tone="good">{t('logs.counted')}</StatusTag>;
}

function RowItem({ row }: { row: LiveRow }) {
  const { t } = useTranslation();
  const isAgency = useSession().profile.roleType === RoleType.AGENCY;
  const { kind, time, ad, href } = row;
  // An agency sees conversions with its ads on the path; the last ad can be another agency's.
  const noAd = isAgency && kind === 'cv' ? t('logs.cv.others') : '';
  return (
    <li
      className={`ic-grid ic-align-baseline ic-gap-4-12 ic-relative ic-line-bottom ic-text-13 ${styles.row}`}
    >
      <Link to={href} className={`ic-figures ${styles.time}`} title={time}>
        {time.slice(DAY)}
      </Link>
      <span className={`ic-strong ${styles[kind] ?? ''}`}>{t(`live.kinds.${kind}`)}</span>
      <span className={`ic-ellipsis ${styles.ad}`} title={ad?.label}>
        {ad?.label ?? <span className="ic-muted">{noAd}</span>}
      </span>
      <span className={`ic-ellipsis ic-secondary ${styles.what}`} title={whatText(t, row)}>
        {whatText(t, row)}
      </span>
      <span className={styles.state}>
        <RowState row={row} />
      </span>
    </li>
  );
}

/** Rows that were left out, by kind. */
function CountsItem({ entry: { counts, more } }: { entry: LeftOut }) {
  const { t } = useTranslation();
  const list = joinList(
    liveKinds.flatMap((kind) =>
      counts[kind] === undefined
        ? []
        : [t('live.countOf', { kind: t(`live.kinds.${kind}`), count: counts[kind] })],
    ),
  );
  return (
    <li className="ic-line-bottom ic-sunken ic-p-8-16 ic-note">
      {t(more ? 'live.leftOutMore' : 'live.leftOut', { list, count: LIVE_ROWS_PER_SECOND })}
    </li>
  );
}

function StatusText({ status, isHeld }: { status: LiveStatus; isHeld: 'paused' | 'scrolled' | undefined }) {
  const { t } = useTranslation();
  if (status.name === 'failed') return null;
  if (status.name === 'retrying')
    return <StatusTag tone="bad">{status.reason || t('live.retrying', { count: status.seconds })}</StatusTag>;
  if (status.name === 'connecting') return <StatusTag tone="waiting">{t('live.connecting')}</StatusTag>;
  return isHeld ? (
    <StatusTag tone="waiting">{t(`live.${isHeld}`)}</StatusTag>
  ) : (
    <StatusTag tone="good">{t('live.on')}</StatusTag>
  );
}

/** The last 30 minutes of a product, and every row as it is stored. Kinds and ads are in the address. */
export function LiveView() {
  const { t } = useTranslation();
  const productId = useProductId();
  const [parameters, setParameters] = useSearchParams();
  const wanted = parameters.get('kind')?.split(',') ?? [];
  const kinds = liveKinds.filter((kind) => wanted.includes(kind));
  const adIds = (parameters.get('ad_ids') ?? '')
    .split(',')
    .map(Number)
    .filter(Number.isSafeInteger)
    .filter(Boolean);
  const live = useLive(productId, kinds, adIds);
  const { list, status, isReady, isPaused, isScrolled, setPaused } = live;
  const { demo } = useConsoleConfig();
  const waiting = waitingCount(list);
  const set = (name: string, values: readonly (string | number)[]): void =>
    setParameters((before) => withParameters(before, { [name]: values.join(',') }), { replace: true });
  const release = (): void => {
    setPaused(false);
    window.scrollTo({ top: 0 });
  };
  return (
    <Page
      title={t('live.title')}
      lead={t('live.lead')}
      actions={
        <Button
          icon={isPaused ? <CaretRightOutlined /> : <PauseOutlined />}
          aria-pressed={isPaused}
          onClick={() => setPaused(!isPaused)}
        >
          {t(isPaused ? 'live.resume' : 'live.pause')}
        </Button>
      }
    >
      <FilterBar>
        <BarField label={t('live.kind')}>
          <MultiSelect
            aria-label={t('live.kind')}
            className={styles.select ?? ''}
            placeholder={t('live.allKinds')}
            maxTagCount="responsive"
            allowClear
            value={kinds}
            options={liveKinds.map((kind) => ({ value: kind, label: t(`live.kinds.${kind}`) }))}
            onChange={(next) => set('kind', next)}
          />
        </BarField>
        <BarField label={t('live.ad')}>
          <AdsSelect
            kind="ad"
            aria-label={t('live.ad')}
            className={styles.select ?? ''}
            placeholder={t('live.allAds')}
            maxTagCount="responsive"
            allowClear
            value={adIds}
            onChange={(next) => set('ad_ids', next)}
          />
        </BarField>
        <span className="ic-push" role="status">
          <StatusText status={status} isHeld={isPaused ? 'paused' : isScrolled ? 'scrolled' : undefined} />
        </span>
      </FilterBar>
      {status.name === 'failed' ? (
        <ErrorNote error={status.error} retry={live.retry} />
      ) : (
        <section className="ic-card" aria-label={t('live.title')}>
          {waiting > 0 && (
            <div className={`ic-flex ic-align-start ic-centered ${styles.waiting}`}>
              <Button size="small" type="primary" onClick={release}>
                {t('live.waiting', { count: waiting })}
              </Button>
            </div>
          )}
          {list.shown.length === 0 ? (
            isReady ? (
              <StateNote
                title={t('live.empty')}
                hint={t('live.emptyHint')}
                action={demo && <Link to="/demo">{t('live.toDemo')}</Link>}
              />
            ) : (
              <div className={styles.first} data-waiting />
            )
          ) : (
            <>
              <div
                aria-hidden="true"
                className={`ic-grid ic-gap-4-12 ic-line-bottom ic-caption ${styles.row} ${styles.head}`}
              >
                {HEADS.map((head) => (
                  <span key={head}>{t(`live.heads.${head}`)}</span>
                ))}
              </div>
              <ol className="ic-list ic-m-0">
                {list.shown.map((entry) =>
                  isRow(entry) ? (
                    <RowItem key={entry.key} row={entry} />
                  ) : (
                    <CountsItem key={entry.key} entry={entry} />
                  ),
                )}
              </ol>
            </>
          )}
        </section>
      )}
    </Page>
  );
}
