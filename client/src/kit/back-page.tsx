import { LeftOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './back-page.module.css';

/** Page with a link back above its content. */
export function BackPage({ to, label, children }: { to: string; label: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <Link to={to} className={styles.back}>
        <LeftOutlined aria-hidden="true" />
        {label}
      </Link>
      {children}
    </div>
  );
}
