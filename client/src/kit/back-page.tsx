import { LeftOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './back-page.module.css';

/** Page with a link back above its content. */
export function BackPage({ to, label, children }: { to: string; label: ReactNode; children: ReactNode }) {
  return (
    <div className="ic-stack ic-gap-16">
      <Link to={to} className={`ic-inline-row ic-gap-6 ic-note ${styles.back}`}>
        <LeftOutlined aria-hidden="true" />
        {label}
      </Link>
      {children}
    </div>
  );
}
