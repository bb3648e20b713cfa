import { lazy, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { loadManagementTexts } from '../../i18n/i18n';
import { drillDownOf } from '../../kit/drill-down';
import { LazyOverlay } from '../../kit/lazy-overlay';

const DrillDownDrawer = lazy(() =>
  Promise.all([import('./drill-down-drawer'), loadManagementTexts()]).then(([module]) => ({
    default: module.DrillDownDrawer,
  })),
);

/** Shows the rows behind a metric value over its report, as the history entry says. */
export function DrillDownHost() {
  const open = drillDownOf(useLocation().state);
  const navigate = useNavigate();
  const [isUsed, setUsed] = useState(false);
  if (open && !isUsed) setUsed(true);
  const close = (): void => {
    if (open) void navigate(-open.depth);
  };
  return isUsed ? (
    <LazyOverlay onClose={close}>
      <DrillDownDrawer open={open} onClose={close} />
    </LazyOverlay>
  ) : null;
}
