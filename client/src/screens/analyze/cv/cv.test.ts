import { flowOf, placeFlow } from './flow';
import { readCursor, cursorOfPage, cursorParameters } from './query-state';

const path = (count: number, ...ads: (number | null)[]) => ({
  count,
  steps: ads.map((adId) => ({ adId, ad: adId === null ? null : `Ad ${adId}` })),
});
const paths = [path(10, 1, 2), path(5, 1), path(4, 2, 1, 2, 1, 2, 1), path(3), path(2, null, 1)];
const size = { width: 800, height: 300, nodeWidth: 10, gap: 8, right: 40 };

it('lets every node pass on its whole inflow, and ends all flow in the conversion', () => {
  const { nodes, links, count, columns, cut } = flowOf(paths);
  expect([count, columns, cut]).toEqual([21, 4, true]);
  for (const node of nodes) {
    const into = links.filter(({ to }) => to === node.key).reduce((sum, link) => sum + link.count, 0);
    const out = links.filter(({ from }) => from === node.key).reduce((sum, link) => sum + link.count, 0);
    if (node.column > 0) expect(into).toBe(node.count);
    if (!node.isEnd) expect(out).toBe(node.count);
    else expect(node.count).toBe(21);
  }
});

it('keeps nodes and bands inside the picture, without overlaps in a column', () => {
  const { nodes, links } = placeFlow(flowOf(paths), size);
  for (const { x, y, height } of nodes) {
    expect(x >= 0 && x + size.nodeWidth <= size.width && y >= 0 && y + height <= size.height + 1e-9).toBe(
      true,
    );
  }
  for (const a of nodes)
    for (const b of nodes)
      if (a !== b && a.column === b.column) expect(a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(true);
  for (const { y0, y1, thickness } of links) {
    for (const y of [y0, y1])
      expect(y - thickness / 2 >= -1e-9 && y + thickness / 2 <= size.height + 1e-9).toBe(true);
  }
});

it('draws no flow for direct conversions alone', () => {
  expect(flowOf([path(3)])).toMatchObject({ nodes: [], links: [], columns: 0, count: 0 });
  expect(placeFlow(flowOf([path(3)]), size).nodes).toEqual([]);
});

const at = { page: 5, last: 9, next: 'n', previous: 'p' };

it.each([
  ['starts the next page after the last row', 6, at, { page: 6, after: 'n', before: null }],
  ['ends the previous page before the first row', 4, at, { page: 4, after: null, before: 'p' }],
  ['counts the last page from the end', 9, at, { page: 9, after: null, before: 'end' }],
  ['opens the first page without a cursor', 1, { ...at, page: 2 }, { page: 1, after: null, before: null }],
  ['opens other pages by number', 7, at, { page: 7, after: null, before: null }],
  [
    'opens neighbours by number if the order has no cursors',
    6,
    { ...at, next: null },
    { page: 6, after: null, before: null },
  ],
])('%s', (_name, to, from, place) => {
  expect(cursorOfPage(to, from)).toEqual(place);
  const address = new URLSearchParams(
    Object.entries(cursorParameters(place)).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]],
    ),
  );
  expect(readCursor(address)).toEqual(place);
});
