import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../../shared/format';
import { listed } from '../../../i18n/punctuation';
import { seriesColour } from '../../../theme/series-colour';
import { useThemeName } from '../../../theme/theme-provider';
import { PALETTES } from '../../../theme/tokens';
import { useElementWidth } from '../../../kit/use-element-width';
import styles from './cv.module.css';
import { flowOf, MOST_COLUMNS, placeFlow, type FlowNode, type PlacedLink } from './flow';
import type { FrequentPath } from './question';

const HEIGHT = 340;
const NODE_WIDTH = 10;
const GAP = 14;
/** Pixels that names need at least: below them the diagram is scrolled. */
const LEAST_WIDTH = 640;
const RIGHT = 84;
/** Pixels of a node from which on its name has room. */
const NAMED_FROM = 9;
const LONGEST = 14;
/** Ads with a colour of their own, by what came through them. */
const COLOURED = 7;

const cut = (name: string): string => ([...name].length > LONGEST ? `${[...name].slice(0, LONGEST - 1).join('')}…` : name);

function band({ x0, y0, x1, y1 }: PlacedLink): string {
  const middle = (x0 + x1) / 2;
  return `M${x0},${y0} C${middle},${y0} ${middle},${y1} ${x1},${y1}`;
}

/** The most frequent paths as a flow: from the first contact at the left to the conversion at the right. */
export function PathFlow({ paths }: { paths: readonly FrequentPath[] }) {
  const { t } = useTranslation();
  const theme = useThemeName();
  const box = useRef<HTMLDivElement>(null);
  const width = Math.max(LEAST_WIDTH, useElementWidth(box));
  const flow = useMemo(() => flowOf(paths), [paths]);
  const { nodes, links } = useMemo(() => placeFlow(flow, { width, height: HEIGHT, nodeWidth: NODE_WIDTH, gap: GAP, right: RIGHT }), [flow, width]);
  const colours = useMemo(() => {
    const counts = new Map<number | null, number>();
    for (const { adId, count, isEnd } of flow.nodes) if (!isEnd) counts.set(adId, (counts.get(adId) ?? 0) + count);
    const ranked = [...counts].sort(([, a], [, b]) => b - a).flatMap(([id]) => (id === null ? [] : [id]));
    return new Map(ranked.slice(0, COLOURED).map((id, index) => [id, seriesColour(index, theme)]));
  }, [flow, theme]);
  const { normal, text, success } = PALETTES[theme];
  const colourOf = ({ adId, isEnd }: Pick<FlowNode, 'adId' | 'isEnd'>): string => (isEnd ? success : ((adId === null ? undefined : colours.get(adId)) ?? normal));
  const nameOf = ({ name, isEnd }: Pick<FlowNode, 'name' | 'isEnd'>): string => (isEnd ? t('cvInfo.flowEnd') : (name ?? t('cvInfo.otherAgency')));
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const words = (path: string, count: number): string => t('cvInfo.flowText', { path, count });
  const spoken = listed(paths.slice(0, 8).map(({ steps, count }) => words(steps.map(({ ad }) => ad ?? t('cvInfo.otherAgency')).join(' › '), count)));
  if (flow.count === 0) return <p className="ic-muted">{t('cvInfo.noPaths')}</p>;
  return (
    <>
      <div ref={box} className={styles.flow}>
        <svg width={width} height={HEIGHT} role="img" aria-label={spoken}>
          {links.map((link) => {
            const [from, to] = [byKey.get(link.from), byKey.get(link.to)];
            if (!from || !to) return null;
            return (
              <path key={`${link.from} ${link.to}`} className={styles.band} d={band(link)} stroke={colourOf(from)} strokeWidth={Math.max(1, link.thickness)}>
                <title>{words(`${nameOf(from)} › ${nameOf(to)}`, link.count)}</title>
              </path>
            );
          })}
          {nodes.map((node) => (
            <g key={node.key}>
              <rect x={node.x} y={node.y} width={NODE_WIDTH} height={Math.max(1, node.height)} rx={2} fill={colourOf(node)}>
                <title>{words(nameOf(node), node.count)}</title>
              </rect>
              {node.height >= NAMED_FROM && (
                <text x={node.x + NODE_WIDTH + 6} y={node.y + node.height / 2} dy="0.35em" fontSize={12} fill={text} className={styles.flowName}>
                  {cut(nameOf(node))} {formatNumber(node.count)}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
      <p className={styles.hint}>
        {t('cvInfo.flowHint')}
        {flow.cut && `　${t('cvInfo.flowMore', { count: MOST_COLUMNS })}`}
      </p>
    </>
  );
}
