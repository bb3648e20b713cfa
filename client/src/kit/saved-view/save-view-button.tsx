import { BookOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadManagementTexts } from '../../i18n/i18n';
import { LazyOverlay } from '../lazy-overlay';
import { MenuButton, type MenuItem } from '../menu-button';

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

interface SaveViewButtonProps extends SaveViewProps {
  /** Shows only the icon, if space is limited. */
  bare?: boolean;
  disabled?: boolean;
  /** Other places to save to; with them the button opens a menu. */
  more?: readonly MenuItem[] | undefined;
}

/** Button that saves the state of a screen under a name. */
export function SaveViewButton(props: SaveViewButtonProps) {
  const { address, report, bare = false, disabled = false, more } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const view = { key: 'view', label: t('frame.saveView'), onSelect: () => setOpen(true) };
  return (
    <>
      {more ? (
        <MenuButton
          label={t('frame.saveMenu')}
          type="default"
          icon={<BookOutlined />}
          disabled={disabled}
          items={[view, ...more]}
        >
          {!bare && t('frame.saveMenu')}
        </MenuButton>
      ) : (
        <Button
          icon={<BookOutlined />}
          aria-label={view.label}
          aria-haspopup="dialog"
          disabled={disabled}
          onClick={view.onSelect}
        >
          {!bare && view.label}
        </Button>
      )}
      {open && (
        <LazyOverlay onClose={() => setOpen(false)}>
          <SaveViewDialog address={address} {...(report && { report })} onClose={() => setOpen(false)} />
        </LazyOverlay>
      )}
    </>
  );
}
