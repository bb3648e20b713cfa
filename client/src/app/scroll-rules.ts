import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { SIZES } from '../theme/tokens';

/** A new page starts at its top; an address with a hash scrolls smoothly to it, below the navbar; Back keeps its place. */
export function ScrollRules(): null {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    if (hash) {
      const target = document.getElementById(decodeURIComponent(hash.slice(1)));
      if (target) {
        const top = target.getBoundingClientRect().top + window.scrollY - SIZES.anchorOffset;
        window.scrollTo({ top, behavior: 'smooth' });
      }
    } else if (type !== NavigationType.Pop) {
      window.scrollTo({ top: 0 });
    }
  }, [pathname, hash, type]);
  return null;
}
