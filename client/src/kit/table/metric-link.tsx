import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './metric-link.module.css';

/** A figure that opens the rows behind it. It has the colour of its place: that it opens shows where one points. */
export const FigureLink = ({ className = '', ...link }: LinkProps) => (
  <Link {...link} className={`${styles.link} ${className}`} />
);

/** A figure that opens the rows behind it where there is a way to them, and stands as it is where there is none. */
export const Opening = ({
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
    <FigureLink to={to} {...(className ? { className } : {})}>
      {children}
    </FigureLink>
  );
