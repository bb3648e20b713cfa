import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons';
import styles from './name-sort.module.css';

export interface NameSortProps {
  title: string;
  /** Whether rows ascend by it; undefined if another column sorts them. */
  sorted: boolean | undefined;
  onSort: (ascending: boolean) => void;
}

/** Header of a sortable name column: the first press sorts, the next reverses the order. */
export function NameSort({ title, sorted, onSort }: NameSortProps) {
  return (
    <button type="button" className={styles.sort} onClick={() => onSort(sorted !== true)}>
      {title}
      <span className={styles.order} aria-hidden="true">
        {sorted === undefined ? null : sorted ? <CaretUpFilled /> : <CaretDownFilled />}
      </span>
    </button>
  );
}
