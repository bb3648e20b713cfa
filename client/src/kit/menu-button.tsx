import { CheckOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createMatcher } from '../../../shared/format';
import styles from './menu-button.module.css';

export interface MenuItem {
  key: string;
  label: ReactNode;
  /** Searchable text; defaults to a text label. */
  text?: string;
  icon?: ReactNode;
  lang?: string;
  onSelect: () => void;
}

export interface MenuButtonProps {
  /** Accessible name of the button. */
  label: string;
  icon?: ReactNode;
  /** Content beside the icon. */
  children?: ReactNode;
  items: readonly MenuItem[];
  /** Key of the current item, if the menu is a choice. */
  selected?: string | undefined;
  /** Content above the items. */
  head?: ReactNode;
  className?: string | undefined;
  type?: 'text' | 'default';
  placement?: 'bottomLeft' | 'bottomRight';
  disabled?: boolean;
}

/** Menus with more items than this have a search field. */
const SEARCH_ABOVE = 8;

/**
 * Button with a menu or a choice below. Much lighter than antd's menus, which the first load can do without.
 */
export function MenuButton(props: MenuButtonProps) {
  const {
    label,
    icon,
    children,
    items,
    selected,
    head,
    className = '',
    type = 'text',
    placement = 'bottomRight',
    disabled = false,
  } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isMatch = createMatcher(search);
  const visibleItems = items.filter(({ text, label: name }) =>
    isMatch(text ?? (typeof name === 'string' ? name : '')),
  );

  function change(next: boolean): void {
    setOpen(next);
    setSearch('');
    if (!next) return;
    requestAnimationFrame(() => {
      const place = list.current;
      (
        place?.querySelector<HTMLElement>('[aria-checked="true"]') ??
        place?.querySelector<HTMLElement>('button')
      )?.focus();
    });
  }

  function close(): void {
    change(false);
    button.current?.focus();
  }

  function move(event: KeyboardEvent): void {
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault();
      close();
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const all = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = all.findIndex((one) => one === document.activeElement);
    all[(at + step + all.length) % all.length]?.focus();
  }

  const content = (
    <div className={styles.popup}>
      {head && <div className="ic-line-bottom ic-mb-4 ic-p-8-16">{head}</div>}
      {items.length > SEARCH_ABOVE && (
        <input
          type="search"
          className={`ic-wide ic-surface ic-mb-4 ${styles.search}`}
          value={search}
          placeholder={t('common.search')}
          aria-label={t('common.search')}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={move}
        />
      )}
      <div
        ref={list}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className="ic-scroll-y"
        style={{ maxHeight: 'min(420px, 60vh)' }}
        onKeyDown={move}
      >
        {visibleItems.map((item) => (
          <button
            key={item.key}
            type="button"
            lang={item.lang}
            role={selected === undefined ? 'menuitem' : 'menuitemradio'}
            aria-checked={selected === undefined ? undefined : item.key === selected}
            className="ic-row ic-wide ic-gap-8 ic-pointer ic-start ic-option"
            tabIndex={-1}
            onClick={() => {
              close();
              item.onSelect();
            }}
          >
            {item.icon && <span className="ic-inline ic-muted">{item.icon}</span>}
            <span className="ic-fill">{item.label}</span>
            {item.key === selected && <CheckOutlined className="ic-text-12" />}
          </button>
        ))}
      </div>
    </div>
  );
  return (
    <Popover
      open={open}
      onOpenChange={change}
      trigger="click"
      placement={placement}
      arrow={false}
      content={content}
      styles={{ container: { padding: 4 } }}
    >
      <Button
        ref={button}
        type={type}
        className={className}
        icon={icon}
        aria-label={label}
        aria-haspopup="menu"
        disabled={disabled}
        aria-expanded={open}
      >
        {children}
      </Button>
    </Popover>
  );
}
