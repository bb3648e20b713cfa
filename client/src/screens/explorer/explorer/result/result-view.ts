import { createContext } from 'react';

/** Views of a result. */
export const VIEWS = ['table', 'chart', 'json'] as const;

/** Selected view of results. */
export interface ResultView {
  readonly view: (typeof VIEWS)[number];
  /** REST name of the measure that a chart shows first; absent: the first column with numbers. */
  readonly measure?: string;
}

/** The selected view, shared by the builder, the result and the address. */
export const ResultViewContext = createContext<{ shown: ResultView; show: (next: ResultView) => void }>({
  shown: { view: 'table' },
  show: () => undefined,
});
