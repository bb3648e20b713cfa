import { BookOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadManagementTexts } from '../../i18n/i18n';
import { OverPage } from '../lazy-overlay';

/** What is saved with a view of a report, to make its file again. */
export interface ViewReport {
  /** REST path of the report. */
  readonly path: string;
  /** Parameters of its file, as it stands. */
  readonly query: () => URLSearchParams;
}

export interface SaveViewProps {
  /** Parameters that restore the screen, as it stands. */
  address: () => URLSearchParams;
  report?: ViewReport;
}

/** Comes with its words when it is wanted. */
const SaveViewDialog = lazy(() =>
  Promise.all([import('./save-view-dialog'), loadManagementTexts()]).then(([m]) => ({
    default: m.SaveViewDialog,
  })),
);

/** Keeps the state of a screen under a name. @param bare its icon alone, where there is no room for its name */
export function SaveViewButton({
  address,
  report,
  bare = false,
  disabled = false,
}: SaveViewProps & { bare?: boolean; disabled?: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<BookOutlined />}
        aria-label={t('frame.saveView')}
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {!bare && t('frame.saveView')}
      </Button>
      {open && (
        <OverPage onClose={() => setOpen(false)}>
          <SaveViewDialog address={address} {...(report && { report })} onClose={() => setOpen(false)} />
        </OverPage>
      )}
    </>
  );
}
