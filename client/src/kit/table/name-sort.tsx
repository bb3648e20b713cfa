import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons';
import styles from './name-sort.module.css';

export interface NameSortProps {
  title: string;
  /** Whether rows ascend by it; undefined where another column orders them. */
  sorted: boolean | undefined;
  onSort: (ascending: boolean) => void;
}

/** Heading of a column of names that rows can be put in the order of: a press orders them, another one turns them round. */
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
