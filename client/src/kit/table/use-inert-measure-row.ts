import { useEffect, type RefObject } from 'react';

/**
 * antd's table repeats its header in a hidden row to measure widths, with everything in it that can
 * be focused. Inert, that row is no stop for the keyboard and nothing for screen readers.
 * @param place the element around the table
 */
export function useInertMeasureRow(place: RefObject<HTMLElement | null>): void {
  // After every render: the row comes and goes with the table's shape.
  useEffect(() => {
    place.current?.querySelectorAll('.ant-table-measure-row').forEach((row) => row.setAttribute('inert', ''));
  });
}
