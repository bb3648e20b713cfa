import type { FrequentPath } from './query-state';

/** Path steps with a column each. */
export const MAX_COLUMNS = 4;

/**
 * An ad at one step of the paths, with its conversions. Sizes and positions are shares of the whole, 0 to 1.
 */
export interface FlowNode {
  readonly key: string;
  readonly column: number;
  /** Null for another agency's ad and for the conversion at the end. */
  readonly adId: number | null;
  readonly name: string | null;
  readonly count: number;
  readonly isEnd: boolean;
}

/** Flow from one node to another. */
export interface FlowLink {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

export interface Flow {
  readonly nodes: readonly FlowNode[];
  readonly links: readonly FlowLink[];
  /** Number of ad columns. */
  readonly columns: number;
  readonly count: number;
  /** True if some path has more steps than columns. */
  readonly cut: boolean;
}

const END = 'end';

/** Turns paths into a flow from first contact to conversion. Direct conversions are left out. */
export function flowOf(paths: readonly Pick<FrequentPath, 'steps' | 'count'>[]): Flow {
  const nodes = new Map<string, FlowNode>();
  const links = new Map<string, FlowLink>();
  const led = paths.filter(({ steps }) => steps.length > 0);
  const columns = Math.min(MAX_COLUMNS, Math.max(0, ...led.map(({ steps }) => steps.length)));
  const put = (node: FlowNode): void =>
    void nodes.set(node.key, { ...node, count: node.count + (nodes.get(node.key)?.count ?? 0) });
  const join = (from: string, to: string, count: number): void => {
    const key = `${from} ${to}`;
    links.set(key, { from, to, count: count + (links.get(key)?.count ?? 0) });
  };
  for (const { steps, count } of led) {
    const drawn = steps.slice(0, MAX_COLUMNS).map(({ adId, ad }, column) => ({
      key: `${column}/${adId ?? 'other'}`,
      column,
      adId: adId ?? null,
      name: ad ?? null,
      count,
      isEnd: false,
    }));
    drawn.forEach(put);
    put({ key: END, column: columns, adId: null, name: null, count, isEnd: true });
    drawn.forEach(({ key }, index) => join(key, drawn[index + 1]?.key ?? END, count));
  }
  return {
    nodes: [...nodes.values()],
    links: [...links.values()],
    columns,
    count: led.reduce((sum, { count }) => sum + count, 0),
    cut: led.some(({ steps }) => steps.length > MAX_COLUMNS),
  };
}

/** Node with its position in pixels. */
export interface PlacedNode extends FlowNode {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** Band between two nodes with its end points and thickness. */
export interface PlacedLink extends FlowLink {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly thickness: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
  readonly nodeWidth: number;
  /** Pixels between nodes of a column. */
  readonly gap: number;
  /** Free pixels at the right for the name of the last column. */
  readonly right: number;
}

/** Places nodes column by column, larger ones on top, and orders bands to reduce crossings. */
export function placeFlow(
  { nodes, links, columns, count }: Flow,
  { width, height, nodeWidth, gap, right }: Size,
): { nodes: PlacedNode[]; links: PlacedLink[] } {
  const inColumn = Array.from({ length: columns + 1 }, (_, column) =>
    nodes
      .filter((node) => node.column === column)
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1)),
  );
  const mostGaps = Math.max(0, ...inColumn.map((some) => some.length - 1));
  const scale = count === 0 ? 0 : (height - mostGaps * gap) / count;
  const placed = new Map<string, PlacedNode>();
  inColumn.forEach((some, column) => {
    let y = 0;
    for (const node of some) {
      const x = columns === 0 ? 0 : ((width - nodeWidth - right) * column) / columns;
      placed.set(node.key, { ...node, x, y, height: node.count * scale });
      y += node.count * scale + gap;
    }
  });
  const top = (key: string): number => placed.get(key)?.y ?? 0;
  const out = new Map<string, number>();
  const arrivals = new Map<string, number>();
  const incoming = [...links].sort(
    (a, b) =>
      top(a.from) - top(b.from) || (placed.get(b.from)?.column ?? 0) - (placed.get(a.from)?.column ?? 0),
  );
  const entries = new Map(
    incoming.map((link) => {
      const before = arrivals.get(link.to) ?? 0;
      arrivals.set(link.to, before + link.count * scale);
      return [link, before] as const;
    }),
  );
  const bands = [...links]
    .sort((a, b) => top(a.to) - top(b.to))
    .map((link): PlacedLink => {
      const [from, to] = [placed.get(link.from), placed.get(link.to)];
      const thickness = link.count * scale;
      const before = out.get(link.from) ?? 0;
      out.set(link.from, before + thickness);
      return {
        ...link,
        x0: (from?.x ?? 0) + nodeWidth,
        y0: (from?.y ?? 0) + before + thickness / 2,
        x1: to?.x ?? 0,
        y1: (to?.y ?? 0) + (entries.get(link) ?? 0) + thickness / 2,
        thickness,
      };
    });
  return { nodes: [...placed.values()], links: bands };
}
