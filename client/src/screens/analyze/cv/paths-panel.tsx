import { Segmented, Skeleton, Switch } from 'antd';
import { useEffect, useRef, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent, formatYen, yenAffixes } from '../../../../../shared/format';
import { currentLanguage } from '../../../i18n/i18n';
import { Panel } from '../../../kit/page';
import { StateNote } from '../../../kit/states';
import { CardTable, type CardColumn } from '../../../kit/table/card-table';
import { OptionalMetricLink } from '../../../kit/table/number-cell';
import { PathSteps } from './path-steps';
import { OWN, type FrequentPath } from './query-state';
import type { CvLinks } from './use-cv-info';
import { joinList } from '../../../i18n/punctuation';
import { shortenNames } from '../../../kit/chart/names';
import { seriesColour } from '../../../theme/series-colour';
import { useThemeName } from '../../../theme/theme-provider';
import { PALETTES } from '../../../theme/tokens';
import { useElementWidth, useNarrow } from '../../../kit/use-window';
import styles from './cv.module.css';
import { flowOf, MAX_COLUMNS, placeFlow, type FlowNode, type PlacedLink } from './flow';

const HEIGHT = 340;
const NODE_WIDTH = 10;
const GAP = 14;
/** Minimum width in pixels for readable names; below it the diagram scrolls. */
const MIN_WIDTH = 640;
const RIGHT = 84;
/** Pixels above and below the nodes: names of low nodes at the edge are taller than the node. */
const EDGE = 8;
/** Pixels between a node and its name, per glyph, and for the count behind the name. */
const NAME_GAP = 6;
const GLYPH = 12;
const COUNT_WIDTH = 32;
const MAX_NAME_LENGTH = 14;
const MIN_NAME_LENGTH = 7;
/** Number of ads with a distinct colour, largest first. */
const MAX_COLOURS = 7;

function band({ x0, y0, x1, y1 }: PlacedLink): string {
  const middle = (x0 + x1) / 2;
  return `M${x0},${y0} C${middle},${y0} ${middle},${y1} ${x1},${y1}`;
}

/** The most frequent paths as a flow from first contact (left) to conversion (right). */
function PathFlow({ paths }: { paths: readonly FrequentPath[] }) {
  const { t } = useTranslation();
  const theme = useThemeName();
  const box = useRef<HTMLDivElement>(null);
  const width = Math.max(MIN_WIDTH, useElementWidth(box));
  const [selectedText, setSelectedText] = useState<string>();
  const flow = useMemo(() => flowOf(paths), [paths]);
  const { nodes, links } = useMemo(
    () => placeFlow(flow, { width, height: HEIGHT, nodeWidth: NODE_WIDTH, gap: GAP, right: RIGHT }),
    [flow, width],
  );
  const colours = useMemo(() => {
    const counts = new Map<number | null, number>();
    for (const { adId, count, isEnd } of flow.nodes)
      if (!isEnd) counts.set(adId, (counts.get(adId) ?? 0) + count);
    const ranked = [...counts].sort(([, a], [, b]) => b - a).flatMap(([id]) => (id === null ? [] : [id]));
    return new Map(ranked.slice(0, MAX_COLOURS).map((id, index) => [id, seriesColour(index, theme)]));
  }, [flow, theme]);
  const { normal, text, success } = PALETTES[theme];
  const colourOf = ({ adId, isEnd }: Pick<FlowNode, 'adId' | 'isEnd'>): string =>
    isEnd ? success : ((adId === null ? undefined : colours.get(adId)) ?? normal);
  const nameOf = ({ name, isEnd }: Pick<FlowNode, 'name' | 'isEnd'>): string =>
    isEnd ? t('cvInfo.flowEnd') : (name ?? t('cvInfo.otherAgency'));
  // Node gaps leave room for every name. A name ends before the next column.
  const room = (width - NODE_WIDTH - RIGHT) / Math.max(1, flow.columns) - NODE_WIDTH - NAME_GAP - COUNT_WIDTH;
  const longest = Math.min(MAX_NAME_LENGTH, Math.max(MIN_NAME_LENGTH, Math.floor(room / GLYPH)));
  const short = shortenNames(nodes.map(nameOf), longest);
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const words = (path: string, count: number): string => t('cvInfo.flowText', { path, count });
  const spoken = joinList(
    paths
      .slice(0, 8)
      .map(({ steps, count }) =>
        words(steps.map(({ ad }) => ad ?? t('cvInfo.otherAgency')).join(' › '), count),
      ),
  );
  if (flow.count === 0) return <p className="ic-muted">{t('cvInfo.noPaths')}</p>;
  return (
    <>
      <div ref={box} className="ic-scroll-x">
        <svg
          width={width}
          height={HEIGHT + 2 * EDGE}
          viewBox={`0 ${-EDGE} ${width} ${HEIGHT + 2 * EDGE}`}
          role="img"
          aria-label={spoken}
        >
          {links.map((link) => {
            const [from, to] = [byKey.get(link.from), byKey.get(link.to)];
            if (!from || !to) return null;
            const text = words(`${nameOf(from)} › ${nameOf(to)}`, link.count);
            return (
              <path
                key={`${link.from} ${link.to}`}
                className={styles.band}
                d={band(link)}
                stroke={colourOf(from)}
                strokeWidth={Math.max(1, link.thickness)}
                role="presentation"
                onClick={() => setSelectedText(text)}
              >
                <title>{text}</title>
              </path>
            );
          })}
          {nodes.map((node) => (
            // The picture's label covers the whole text. A pressed element is also described below, because
            // touch can't hover.
            <g
              key={node.key}
              role="presentation"
              onClick={() => setSelectedText(words(nameOf(node), node.count))}
            >
              <rect
                x={node.x}
                y={node.y}
                width={NODE_WIDTH}
                height={Math.max(1, node.height)}
                rx={2}
                fill={colourOf(node)}
              >
                <title>{words(nameOf(node), node.count)}</title>
              </rect>
              <text
                x={node.x + NODE_WIDTH + NAME_GAP}
                y={node.y + node.height / 2}
                dy="0.35em"
                fontSize={GLYPH}
                fill={text}
                className={styles.flowName}
              >
                {short(nameOf(node))} {formatNumber(node.count)}
                <title>{words(nameOf(node), node.count)}</title>
              </text>
            </g>
          ))}
        </svg>
      </div>
      <p className="ic-mt-4 ic-text-13" style={{ minHeight: 20 }} role="status">
        {selectedText}
      </p>
      <p className="ic-mt-8 ic-hint">
        {t('cvInfo.flowHint')}
        {flow.cut && `　${t('cvInfo.flowMore', { count: MAX_COLUMNS })}`}
      </p>
      <p className="ic-mt-8 ic-hint">
        {t('cvInfo.flowCount', { count: flow.count, paths: t('cvInfo.flowPaths', { count: paths.length }) })}
      </p>
    </>
  );
}

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
  const narrow = useNarrow();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The table has no focusable element. Its scroll box takes focus so that arrow keys scroll it.
    const scrolled = box.current?.querySelector('.ant-table-content');
    if (scrolled) scrolled.setAttribute('tabindex', scrolled.scrollWidth > scrolled.clientWidth ? '0' : '-1');
  });
  const share = paths?.reduce((sum, path) => sum + path.share, 0) ?? 0;
  const most = Math.max(Number.MIN_VALUE, ...(paths ?? []).map((path) => path.share));
  const columns: CardColumn<FrequentPath>[] = [
    {
      key: 'rank',
      title: '#',
      width: 48,
      align: 'right',
      card: 'apart',
      render: (path) => (paths ?? []).indexOf(path) + 1,
    },
    { key: 'path', title: t('cvInfo.steps'), render: ({ steps }) => <PathSteps steps={steps} /> },
    {
      key: 'count',
      title: t('cvInfo.pathCv'),
      width: 96,
      align: 'right',
      render: (path) => (
        <OptionalMetricLink to={links?.path(path)}>{formatNumber(path.count)}</OptionalMetricLink>
      ),
    },
    {
      key: 'share',
      title: t('cvInfo.pathShare'),
      width: 168,
      align: 'right',
      render: (path) =>
        narrow ? (
          formatPercent(path.share)
        ) : (
          <span className="ic-inline-row ic-to-end ic-wide ic-gap-8">
            <span className="ic-fill ic-meter" data-drawn aria-hidden="true">
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
      render: (path) => formatNumber(path.touches, { decimals: 1 }),
    },
    {
      key: 'amount',
      title: t('cvInfo.pathAmount'),
      width: 140,
      align: 'right',
      render: (path) => (
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
          <CardTable<FrequentPath>
            rows={paths}
            rowKey={({ steps }) => steps.map(({ adId }) => adId ?? 0).join()}
            columns={columns}
            cardTitle={t('cvInfo.steps')}
            pagination={{ pageSize: PAGE, size: 'small' }}
            tableLayout="fixed"
            minWidth={960}
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
