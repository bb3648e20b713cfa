import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './cells.module.css';

/** Metric value linked to its rows. It keeps its text colour and shows as a link on hover. */
export const MetricLink = ({ className = '', ...link }: LinkProps) => (
  <Link {...link} className={`${styles.link} ${className}`} />
);

/** Metric value, linked to its rows if there is a link. */
export const OptionalMetricLink = ({
  to,
  className,
  children,
}: {
  to: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}) =>
  to === undefined ? (
    <>{children}</>
  ) : (
    <MetricLink to={to} {...(className ? { className } : {})}>
      {children}
    </MetricLink>
  );
