import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RoleType } from '../../../../shared/catalog';
import type { DayRange } from '../../../../shared/domain/calendar';
import { useDeleteNoteMutation } from '../../generated/graphql';
import { useSession } from '../../session/session-context';
import { useRight } from '../../session/use-right';
import { DeleteDialog } from '../dialog/delete-dialog';
import { useReturnFocus } from '../dialog/use-return-focus';
import { formatDay } from '../tokyo-date';
import { useToday } from '../use-today';
import type { Opened } from './notes-bar';
import { NoteForm, REFETCH_QUERIES } from './note-form';
import styles from './notes.module.css';
import type { DayNote } from './use-day-notes';

const WIDTH = 420;

interface NotesDrawerProps {
  notes: readonly DayNote[];
  range: DayRange;
  opened: Opened;
  onClose: () => void;
}

/** All notes of a time axis, newest first, with actions to create, edit and delete them. */
export function NotesDrawer({ notes, range, opened, onClose }: NotesDrawerProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const { profile } = useSession();
  const mayWrite = useRight('notes') === 'edit';
  const today = useToday();
  const [editing, setEditing] = useState<DayNote | 'new' | undefined>(opened.adding ? 'new' : undefined);
  const [deleting, setDeleting] = useState<DayNote>();
  const [remove] = useDeleteNoteMutation({ refetchQueries: REFETCH_QUERIES, awaitRefetchQueries: true });
  const isOwn = ({ authorId }: DayNote): boolean =>
    mayWrite && (authorId === profile.userId || profile.roleType === RoleType.ADMIN);
  const day = opened.day ?? Math.min(today, range.to);
  return (
    <Drawer open size={WIDTH} title={t('report.notes.title')} onClose={onClose}>
      <p className="ic-mb-12 ic-note">{t('notes.lead')}</p>
      {editing === 'new' ? (
        <NoteForm note={undefined} day={day} onDone={() => setEditing(undefined)} />
      ) : (
        mayWrite && (
          <Button icon={<PlusOutlined />} onClick={() => setEditing('new')}>
            {t('report.notes.add')}
          </Button>
        )
      )}
      {notes.length === 0 && (
        <p className="ic-mb-12 ic-note">
          {t('notes.none', { from: formatDay(range.from), to: formatDay(range.to) })}
        </p>
      )}
      <ul className={`ic-list ${styles.list}`}>
        {[...notes].reverse().map((note) => (
          <li key={note.id} className={note.day === opened.day ? styles.lit : undefined}>
            {editing !== 'new' && editing?.id === note.id ? (
              <NoteForm note={note} day={note.day} onDone={() => setEditing(undefined)} />
            ) : (
              <>
                <div className={`ic-row ic-gap-12 ic-caption ic-figures ${styles.head}`}>
                  <time>{formatDay(note.day)}</time>
                  <span>{note.author ?? t('notes.gone')}</span>
                  {isOwn(note) && (
                    <span className="ic-push">
                      <Button
                        type="text"
                        size="small"
                        icon={<EditOutlined />}
                        aria-label={t('notes.edit', { day: formatDay(note.day) })}
                        onClick={() => setEditing(note)}
                      />
                      <Button
                        type="text"
                        size="small"
                        icon={<DeleteOutlined />}
                        aria-label={t('notes.remove', { day: formatDay(note.day) })}
                        onClick={() => setDeleting(note)}
                      />
                    </span>
                  )}
                </div>
                <p className="ic-mt-2 ic-break ic-pre">{note.text}</p>
              </>
            )}
          </li>
        ))}
      </ul>
      {deleting && (
        <DeleteDialog
          name={deleting.text}
          remove={() => remove({ variables: { id: deleting.id, version: deleting.version } })}
          onResult={() => setDeleting(undefined)}
        />
      )}
    </Drawer>
  );
}
