import { PlusOutlined, PushpinOutlined } from '@ant-design/icons';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day, DayRange } from '../../../../shared/domain/calendar';
import { loadManagementTexts } from '../../i18n/i18n';
import { LazyOverlay } from '../lazy-overlay';
import { useRight } from '../../session/rights';
import { formatDay } from '../tokyo-date';
import styles from './notes.module.css';
import type { DayNote } from './use-day-notes';

const NotesDrawer = lazy(() =>
  Promise.all([import('./notes-drawer'), loadManagementTexts()]).then(([module]) => ({
    default: module.NotesDrawer,
  })),
);

/** Maximum number of notes below a chart; the list shows the others. */
const MAX_NOTES = 3;

export interface Opened {
  /** Day of the note; undefined for the whole range. */
  readonly day: Day | undefined;
  readonly adding: boolean;
}

interface NotesBarProps {
  notes: readonly DayNote[];
  range: DayRange;
  opened: Opened | undefined;
  onOpen: (opened: Opened | undefined) => void;
}

/** Newest notes of a time axis as text; each opens the list of all. */
export function NotesBar({ notes, range, opened, onOpen }: NotesBarProps) {
  const { t } = useTranslation();
  const mayWrite = useRight('notes') === 'edit';
  if (notes.length === 0 && !mayWrite) return null;
  const latest = notes.slice(-MAX_NOTES);
  return (
    <div className="ic-row ic-wrap ic-gap-4-12 ic-p-8-16">
      {/* First, so that it doesn't move when the notes load. */}
      {mayWrite && (
        <button
          type="button"
          data-screen-only
          className={`ic-inline-row ic-max-wide ic-gap-8 ic-pointer ${styles.chip} ${styles.add}`}
          onClick={() => onOpen({ day: undefined, adding: true })}
        >
          <PlusOutlined aria-hidden="true" /> {t('report.notes.add')}
        </button>
      )}
      {latest.length > 0 && (
        <ul
          className={`ic-flex ic-wrap ic-shrink ic-gap-4-12 ic-list ${styles.chips}`}
          aria-label={t('report.notes.title')}
        >
          {latest.map(({ id, day, text }) => (
            <li key={id}>
              <button
                type="button"
                className={`ic-inline-row ic-max-wide ic-gap-8 ic-pointer ${styles.chip}`}
                title={text}
                onClick={() => onOpen({ day, adding: false })}
              >
                <i className="ic-flag ic-rigid" aria-hidden="true" />
                <time>{formatDay(day).slice('yyyy/'.length)}</time>
                <span>{text}</span>
              </button>
            </li>
          ))}
          {notes.length > latest.length && (
            <li>
              <button
                type="button"
                className={`ic-inline-row ic-max-wide ic-gap-8 ic-pointer ${styles.chip}`}
                onClick={() => onOpen({ day: undefined, adding: false })}
              >
                <PushpinOutlined aria-hidden="true" />{' '}
                {t('report.notes.more', { count: notes.length - latest.length })}
              </button>
            </li>
          )}
        </ul>
      )}
      {opened && (
        <LazyOverlay onClose={() => onOpen(undefined)}>
          <NotesDrawer notes={notes} range={range} opened={opened} onClose={() => onOpen(undefined)} />
        </LazyOverlay>
      )}
    </div>
  );
}
