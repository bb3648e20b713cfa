import { useEffect, useRef, type RefObject } from 'react';
import { isRecord } from '../../../../shared/records';
import type { LitRow } from '../row-highlight';

/** What we need of the chart behind a component: events in and out. */
interface PlotEvents {
  on(event: string, listener: (event: { data?: { data?: unknown } }) => void): void;
  emit(event: string, payload: object): void;
}

/** What a component says is ready: its type names the chart, but it is the plot around it. */
const isPlot = (ready: object): ready is { chart: PlotEvents } =>
  'chart' in ready &&
  isRecord(ready.chart) &&
  typeof ready.chart.on === 'function' &&
  typeof ready.chart.emit === 'function';

/** A mark of a chart: the name it is drawn by, and the row it stands for (null for the rest). */
interface Mark {
  name: string;
  key: string | null;
}

/**
 * Ties the marks of a chart to the table's rows: the mark under the pointer lights its row and the other way round;
 * a click opens the row. Returns what to do once the chart is ready.
 */
export function usePlotEvents(marks: readonly Mark[], lit: LitRow, onOpen: (key: string) => void) {
  const plot: RefObject<PlotEvents | null> = useRef(null);
  // The chart calls back for as long as it lives; these are the rows it then shows.
  const latest = useRef({ marks, onOpen });
  useEffect(() => {
    latest.current = { marks, onOpen };
  }, [marks, onOpen]);

  useEffect(
    () =>
      lit.listen((key) => {
        const mark = key === null ? undefined : latest.current.marks.find((one) => one.key === key);
        if (mark) plot.current?.emit('element:highlight', { data: { data: [{ name: mark.name }] } });
        else plot.current?.emit('element:unhighlight', {});
      }),
    [lit],
  );

  return useRef((ready: object): void => {
    if (!isPlot(ready)) throw new Error('The chart gives no way to hear its events');
    const { chart: events } = ready;
    plot.current = events;
    const keyOf = (event: { data?: { data?: unknown } }): string | null => {
      const name = isRecord(event.data?.data) ? event.data.data.name : undefined;
      return latest.current.marks.find((mark) => mark.name === name)?.key ?? null;
    };
    events.on('element:pointerover', (event) => lit.set(keyOf(event)));
    events.on('element:pointerout', () => lit.set(null));
    events.on('element:click', (event) => {
      const key = keyOf(event);
      if (key !== null) latest.current.onOpen(key);
    });
  }).current;
}
