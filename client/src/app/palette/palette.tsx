import { SearchOutlined } from '@ant-design/icons';
import { Modal } from 'antd';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { createMatcher } from '../../../../shared/format';
import { usePinnedViewsQuery } from '../../generated/first';
import { useReturnFocus } from '../../kit/dialog/confirm-dialog';
import { isComposing } from '../../kit/enter-key';
import { failureText } from '../../kit/failure';
import { useLayout } from '../../preferences/layout-context';
import { useSession } from '../../session/session-context';
import { resultEntries, GROUPS, localEntries, type Entry } from './entries';
import styles from './palette.module.css';
import { useMatches } from './use-matches';

export interface PaletteProps {
  onClose: () => void;
  showShortcuts: () => void;
  showLayout: () => void;
}

/**
 * Command palette: one field to reach pages, ads, ad networks, users, saved views, other products and
 * actions.
 */
export function Palette({ onClose, showShortcuts, showLayout }: PaletteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession();
  const { set } = useLayout();
  const listId = useId();
  useReturnFocus();
  const [typed, setTyped] = useState('');
  const [composing, setComposing] = useState(false);
  const [at, setAt] = useState(0);
  const matches = useMatches(typed, composing);
  // The menu has loaded them already.
  const views = usePinnedViewsQuery().data?.savedViews;
  const list = useRef<HTMLDivElement>(null);

  const entries = useMemo(() => {
    const go = (path: string): void => void navigate(path);
    const isMatch = createMatcher(typed);
    const local = localEntries({
      t,
      session,
      views: views ?? [],
      go,
      set,
      showShortcuts,
      showLayout,
    }).filter(({ label, note, words }) => isMatch([label, note, words].filter(Boolean).join(' ')));
    const named = matches.data ? resultEntries(matches.data, { go }) : [];
    return GROUPS.flatMap((group) => [...local, ...named].filter((entry) => entry.group === group));
  }, [t, navigate, session, set, showShortcuts, showLayout, typed, matches.data, views]);
  const nothing = entries.length === 0 && !matches.searching && !matches.error;
  const current = Math.min(at, entries.length - 1);
  const optionId = (index: number): string => `${listId}-${index}`;

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  function choose(entry: Entry | undefined): void {
    if (!entry) return;
    onClose();
    entry.run();
  }
  function press(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && entries.length > 0) setAt((current + step + entries.length) % entries.length);
    else if (event.key === 'Enter') choose(entries[current]);
    else return;
    event.preventDefault();
  }

  return (
    <Modal
      open
      width={640}
      title={<span className="ic-visually-hidden">{t('frame.palette')}</span>}
      closable={false}
      footer={null}
      onCancel={onClose}
      style={{ top: '12vh' }}
      styles={{ container: { padding: 0 }, header: { margin: 0 } }}
    >
      <div className="ic-row ic-gap-12 ic-line-bottom ic-p-12-16 ic-muted">
        <SearchOutlined aria-hidden="true" />
        <input
          autoFocus
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={entries.length > 0 ? optionId(current) : undefined}
          aria-autocomplete="list"
          aria-label={t('frame.palette')}
          placeholder={t('palette.placeholder')}
          className={`ic-fill ${styles.input}`}
          value={typed}
          maxLength={100}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          onKeyDown={press}
        />
        <kbd>Esc</kbd>
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t('palette.results')}
        hidden={nothing}
        className={styles.list}
      >
        {GROUPS.map((group) => {
          const own = entries.filter((entry) => entry.group === group);
          if (own.length === 0) return null;
          const titleId = `${listId}-${group}`;
          return (
            <div key={group} role="group" aria-labelledby={titleId}>
              <p id={titleId} className="ic-hint ic-p-8-16">
                {t(`palette.groups.${group}`)}
              </p>
              {own.map((entry) => {
                const index = entries.indexOf(entry);
                return (
                  // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events -- the field's keys walk the options
                  <div
                    key={entry.key}
                    id={optionId(index)}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === current}
                    className={`ic-row ic-gap-12 ic-option ${styles.option}`}
                    onMouseMove={() => setAt(index)}
                    onClick={() => choose(entry)}
                  >
                    <span className="ic-muted" aria-hidden="true">
                      {entry.icon}
                    </span>
                    <span className="ic-fill ic-ellipsis">{entry.label}</span>
                    {entry.note && (
                      <span className={`ic-ellipsis ic-text-12 ${styles.note}`}>{entry.note}</span>
                    )}
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
      <p role="status" className={nothing ? styles.nothing : 'ic-line-top ic-p-8-16 ic-text-12 ic-muted'}>
        {matches.error ? (
          <>
            {failureText(t, matches.error)}{' '}
            <button type="button" className="ic-plain-button ic-primary" onClick={matches.retry}>
              {t('common.retry')}
            </button>
          </>
        ) : matches.searching ? (
          t('palette.searching')
        ) : nothing ? (
          t('palette.nothing')
        ) : (
          t('palette.keys')
        )}
      </p>
    </Modal>
  );
}
