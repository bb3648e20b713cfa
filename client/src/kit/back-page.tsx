import { LeftOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** Page with a link back above its content. */
export function BackPage({ to, label, children }: { to: string; label: ReactNode; children: ReactNode }) {
  return (
    <div className="ic-stack ic-gap-16">
      <Link
        to={to}
        className="ic-inline-row ic-gap-8 ic-note"
        style={{ alignSelf: 'flex-start', marginBottom: -8 }}
      >
        <LeftOutlined aria-hidden="true" />
        {label}
      </Link>
      {children}
    </div>
  );
}
