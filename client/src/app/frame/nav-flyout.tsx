import { Popover } from 'antd';
import { useState } from 'react';
import { NavLink, type GroupProps } from './nav-group';
import styles from './navigation.module.css';

/** A group of the collapsed menu: its icon, with the entries beside it on click or hover. */
export function NavFlyout({ label, icon, entries, active, onNavigate }: GroupProps) {
  const [open, setOpen] = useState(false);
  const holdsCurrent = entries.some((entry) => entry.key === active);
  const close = (): void => {
    setOpen(false);
    onNavigate?.();
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      placement="rightTop"
      trigger={['hover', 'click']}
      arrow={false}
      styles={{ container: { padding: 8 } }}
      content={
        <>
          <p className={styles.flyoutTitle}>{label}</p>
          <ul className={styles.flyoutList}>
            {entries.map((entry) => (
              <li key={entry.key}>
                <NavLink route={entry} active={active} onNavigate={close} />
              </li>
            ))}
          </ul>
        </>
      }
    >
      <button
        type="button"
        className={`${styles.link} ${styles.top} ${holdsCurrent ? styles.current : ''}`}
        aria-label={label}
        aria-expanded={open}
      >
        <span className={styles.icon}>{icon}</span>
      </button>
    </Popover>
  );
}
