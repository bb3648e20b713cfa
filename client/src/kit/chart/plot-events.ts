import { useEffect, useRef, type RefObject } from 'react';
import { isRecord } from '../../../../shared/records';
import type { RowHighlight } from '../row-highlight';

/** The part of the chart instance that this file uses. */
interface PlotEvents {
  on(event: string, listener: (event: { data?: { data?: unknown } }) => void): void;
  emit(event: string, payload: object): void;
}

/** Checks that `onReady` passed the plot. Its type declares the inner chart instead. */
const isPlot = (ready: object): ready is { chart: PlotEvents } =>
  'chart' in ready &&
  isRecord(ready.chart) &&
  typeof ready.chart.on === 'function' &&
  typeof ready.chart.emit === 'function';

/** Mark of a chart: the name it is drawn with, and the key of its row (null for the rest). */
interface Mark {
  name: string;
  key: string | null;
}

/**
 * Links the marks of a chart to the table rows: hovering one highlights the other, and a click opens the row.
 * Returns the chart's `onReady` callback.
 */
export function usePlotEvents(
  marks: readonly Mark[],
  highlight: RowHighlight,
  onOpen: (key: string) => void,
) {
  const plot: RefObject<PlotEvents | null> = useRef(null);
  // The chart keeps its first callback for its whole life, so the callback reads the current rows from here.
  const latest = useRef({ marks, onOpen });
  useEffect(() => {
    latest.current = { marks, onOpen };
  }, [marks, onOpen]);

  useEffect(
    () =>
      highlight.subscribe((key) => {
        const mark = key === null ? undefined : latest.current.marks.find((one) => one.key === key);
        if (mark) plot.current?.emit('element:highlight', { data: { data: [{ name: mark.name }] } });
        else plot.current?.emit('element:unhighlight', {});
      }),
    [highlight],
  );

  return useRef((ready: object): void => {
    if (!isPlot(ready)) throw new Error('The chart instance exposes no events');
    const { chart: events } = ready;
    plot.current = events;
    const keyOf = (event: { data?: { data?: unknown } }): string | null => {
      const name = isRecord(event.data?.data) ? event.data.data.name : undefined;
      return latest.current.marks.find((mark) => mark.name === name)?.key ?? null;
    };
    events.on('element:pointerover', (event) => highlight.set(keyOf(event)));
    events.on('element:pointerout', () => highlight.set(null));
    events.on('element:click', (event) => {
      const key = keyOf(event);
      if (key !== null) latest.current.onOpen(key);
    });
  }).current;
}
