import { DownOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import { useState } from 'react';
import { useLayout } from '../../preferences/layout-context';
import { NavLink, type GroupProps } from './nav-group';
import styles from './navigation.module.css';

/** Menu group whose entries open on click or hover: beside its icon or below its name. */
export function NavFlyout({
  label,
  icon,
  entries,
  active,
  onNavigate,
  named = false,
}: GroupProps & { named?: boolean }) {
  const { settings } = useLayout();
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
      placement={
        named
          ? settings.rightToLeft
            ? 'bottomRight'
            : 'bottomLeft'
          : settings.rightToLeft
            ? 'leftTop'
            : 'rightTop'
      }
      trigger={['hover', 'click']}
      arrow={false}
      styles={{ container: { padding: 8 } }}
      content={
        <>
          {!named && <p className={styles.flyoutTitle}>{label}</p>}
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
        aria-label={named ? undefined : label}
        aria-expanded={open}
      >
        <span className={styles.icon}>{icon}</span>
        {named && <span className={styles.label}>{label}</span>}
        {named && <DownOutlined className={styles.chevron ?? ''} aria-hidden="true" />}
      </button>
    </Popover>
  );
}
