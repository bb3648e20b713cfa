import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useRight } from '../session/rights';

/**
 * Returns the path of an ad's page.
 * @param query parameters of the address, such as its days
 */
export const adPath = (id: number, query?: URLSearchParams): string =>
  `/ad/ad/${id}${query?.size ? `?${query}` : ''}`;

export interface AdLinkProps {
  id: number;
  children: ReactNode;
  /** Parameters of the page's address, such as its days. */
  query?: URLSearchParams | undefined;
  className?: string | undefined;
  title?: string | undefined;
}

/** Name of an ad, linked to its page if the user may open it. */
export function AdLink({ id, children, query, className, title }: AdLinkProps) {
  if (useRight('ads') === 'none')
    return (
      <span className={className} title={title}>
        {children}
      </span>
    );
  return (
    <Link to={adPath(id, query)} className={className} title={title}>
      {children}
    </Link>
  );
}
