import { Segmented, Skeleton, Switch, Table, type TableColumnsType } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent, formatYen, yenAffixes } from '../../../../../shared/format';
import { currentLanguage } from '../../../i18n/i18n';
import { Panel } from '../../../kit/panel';
import { StateNote } from '../../../kit/states';
import { OptionalMetricLink } from '../../../kit/table/metric-link';
import styles from './cv.module.css';
import { PathFlow } from './path-flow';
import { PathSteps } from './path-steps';
import { OWN, type FrequentPath } from './query-state';
import type { CvLinks } from './use-cv-links';

/** Paths shown initially. */
const PAGE = 10;

export interface PathsPanelProps {
  /** Undefined while loading. */
  paths: readonly FrequentPath[] | undefined;
  pathCount: number;
  stale: boolean;
  flow: boolean;
  compressed: boolean;
  links: CvLinks | undefined;
  set: (changes: Record<string, string | null>) => void;
}

/** The most frequent paths, as a list or as a flow. */
export function PathsPanel({ paths, pathCount, stale, flow, compressed, links, set }: PathsPanelProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The table has no focusable element. Its scroll box takes focus so that arrow keys scroll it.
    const scrolled = box.current?.querySelector('.ant-table-content');
    if (scrolled) scrolled.setAttribute('tabindex', scrolled.scrollWidth > scrolled.clientWidth ? '0' : '-1');
  });
  const share = paths?.reduce((sum, path) => sum + path.share, 0) ?? 0;
  const most = Math.max(Number.MIN_VALUE, ...(paths ?? []).map((path) => path.share));
  const columns: TableColumnsType<FrequentPath> = [
    {
      key: 'rank',
      title: '#',
      width: 48,
      align: 'right',
      render: (_, path) => (paths ?? []).indexOf(path) + 1,
    },
    { key: 'path', title: t('cvInfo.steps'), render: (_, { steps }) => <PathSteps steps={steps} /> },
    {
      key: 'count',
      title: t('cvInfo.pathCv'),
      width: 96,
      align: 'right',
      render: (_, path) => (
        <OptionalMetricLink to={links?.path(path)}>{formatNumber(path.count)}</OptionalMetricLink>
      ),
    },
    {
      key: 'share',
      title: t('cvInfo.pathShare'),
      width: 168,
      align: 'right',
      render: (_, path) => (
        <span className="ic-inline-row ic-to-end ic-wide ic-gap-8">
          <span className={styles.shareTrack} data-drawn aria-hidden="true">
            <span style={{ width: `${(path.share / most) * 100}%` }} />
          </span>
          {formatPercent(path.share)}
        </span>
      ),
    },
    {
      key: 'touches',
      title: t('cvInfo.pathTouches'),
      width: 136,
      align: 'right',
      render: (_, path) => formatNumber(path.touches, { decimals: 1 }),
    },
    {
      key: 'amount',
      title: t('cvInfo.pathAmount'),
      width: 140,
      align: 'right',
      render: (_, path) => (
        <OptionalMetricLink to={path.amountSum > 0 ? links?.sales(path) : undefined}>
          {formatYen(path.amountSum, { yen: yenAffixes[currentLanguage()] })}
        </OptionalMetricLink>
      ),
    },
  ];
  return (
    <Panel
      title={t('cvInfo.paths')}
      lead={t('cvInfo.pathsLead')}
      actions={
        <span className="ic-row ic-wrap ic-gap-8-16">
          <label className="ic-inline-row ic-gap-8 ic-text-13">
            <Switch
              size="small"
              checked={compressed}
              onChange={(on) => set({ [OWN.repeats]: on ? null : '1' })}
            />
            {t('cvInfo.repeats')}
          </label>
          <Segmented
            aria-label={t('cvInfo.pathView')}
            value={flow ? 'flow' : 'list'}
            options={[
              { value: 'list', label: t('cvInfo.asList') },
              { value: 'flow', label: t('cvInfo.asFlow') },
            ]}
            onChange={(view) => set({ [OWN.view]: view === 'flow' ? 'flow' : null })}
          />
        </span>
      }
    >
      <div ref={box} className={stale ? 'ic-stale' : undefined} aria-busy={stale}>
        {!paths ? (
          <Skeleton active paragraph={{ rows: 8 }} title={false} />
        ) : paths.length === 0 ? (
          <StateNote title={t('report.emptyTitle')} />
        ) : flow ? (
          <PathFlow paths={paths} />
        ) : (
          <Table<FrequentPath>
            size="small"
            rowKey={({ steps }) => steps.map(({ adId }) => adId ?? 0).join()}
            dataSource={[...paths]}
            columns={columns}
            pagination={{ pageSize: PAGE, size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
            tableLayout="fixed"
            scroll={{ x: 960 }}
          />
        )}
        {paths && paths.length > 0 && (
          <p className="ic-mt-8 ic-hint">
            {t('cvInfo.pathCount', { count: pathCount, shown: paths.length, share: formatPercent(share) })}
          </p>
        )}
      </div>
    </Panel>
  );
}
