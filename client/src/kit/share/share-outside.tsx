import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSavedViewsQuery, type SavedViewPartsFragment as View } from '../../generated/graphql';
import { VIEW } from '../address';
import type { SaveViewProps } from '../saved-view/save-view-button';
import { SaveViewDialog } from '../saved-view/save-view-dialog';
import { ShareDrawer } from './share-drawer';

/**
 * Links of the report for people without an account. They show a saved view: the one that the screen was opened
 * from, or one that is saved first.
 */
export function ShareOutside({ save, onClose }: { save: SaveViewProps; onClose: () => void }) {
  const { pathname, search } = useLocation();
  const { data } = useSavedViewsQuery();
  const [saved, setSaved] = useState<View>();
  const code = new URLSearchParams(search).get(VIEW);
  const view = saved ?? data?.savedViews.find((one) => one.code === code && one.path === pathname);
  if (view) return <ShareDrawer subject={{ viewId: view.id, title: view.title }} onClose={onClose} />;
  return data ? <SaveViewDialog {...save} onSaved={setSaved} onClose={onClose} /> : null;
}
