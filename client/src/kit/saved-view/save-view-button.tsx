import { BookOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadManagementTexts } from '../../i18n/i18n';
import { LazyOverlay } from '../lazy-overlay';

/** Report of a view, to recreate its file. */
export interface ViewReport {
  /** REST path of the report. */
  readonly path: string;
  /** Returns the current parameters of its file. */
  readonly query: () => URLSearchParams;
}

export interface SaveViewProps {
  /** Returns the current parameters that restore the screen. */
  address: () => URLSearchParams;
  report?: ViewReport;
}

/** Loads with its texts on demand. */
const SaveViewDialog = lazy(() =>
  Promise.all([import('./save-view-dialog'), loadManagementTexts()]).then(([m]) => ({
    default: m.SaveViewDialog,
  })),
);

/**
 * Button that saves the state of a screen under a name.
 * @param bare shows only the icon, if space is limited
 */
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
        <LazyOverlay onClose={() => setOpen(false)}>
          <SaveViewDialog address={address} {...(report && { report })} onClose={() => setOpen(false)} />
        </LazyOverlay>
      )}
    </>
  );
}
