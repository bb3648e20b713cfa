import { Link } from 'react-router-dom';
import { routes } from '../../../../shared/catalog';
import { mayOpen } from '../../session/rights';
import { useSession } from '../../session/session-context';
import styles from './log.module.css';

const byPlace = new Map(routes.map((route) => [route.path.replace(/:id$/, ''), route]));

/** Id of a row, linked to its page if the user may open it. */
export function IdLink({ id, to }: { id: string; to: string }) {
  const { profile } = useSession();
  const route = byPlace.get(to.slice(0, to.lastIndexOf('/') + 1));
  if (route && !mayOpen(profile, route)) return <span className={styles.id}>{id}</span>;
  return (
    <Link to={to} className={styles.id}>
      {id}
    </Link>
  );
}
