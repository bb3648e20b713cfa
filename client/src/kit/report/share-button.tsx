import { LinkOutlined } from '@ant-design/icons';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreatePageLinkMutation } from '../../generated/graphql';
import { loadManagementTexts } from '../../i18n/i18n';
import { formatRange } from '../../i18n/punctuation';
import { useProductId, useWeekStart } from '../../session/session-context';
import { viewParameters, viewLink } from '../address';
import { copyText } from '../copy-button';
import { failureText } from '../failure';
import { LazyOverlay } from '../lazy-overlay';
import { MenuButton } from '../menu-button';
import { notify } from '../notifier';
import { rangeOf } from '../period/period';
import type { SaveViewProps } from '../saved-view/save-view-button';
import { linkParameters } from './share-link';
import type { ReportState } from './url-state';
import { formatDay } from '../tokyo-date';
import { useToday } from '../use-today';

const ShareOutside = lazy(() =>
  Promise.all([import('../share/share-outside'), loadManagementTexts()]).then(([m]) => ({
    default: m.ShareOutside,
  })),
);

interface ShareButtonProps {
  state: ReportState;
  /** State to save for a link that opens without an account. */
  save: SaveViewProps;
  bare?: boolean;
}

/**
 * Copies a short link to the report, with either a relative period or the current days. `bare` shows only the
 * icon. A link for people without an account shows a saved view, so the report is saved first.
 */
export function ShareButton({ state, save, bare = false }: ShareButtonProps) {
  const { t } = useTranslation();
  const [outside, setOutside] = useState(false);
  const productId = useProductId();
  const [shorten] = useCreatePageLinkMutation();
  const { period } = state;
  const range = rangeOf(period, { today: useToday(), weekStart: useWeekStart() });
  const days = formatRange(formatDay(range.from), formatDay(range.to));
  async function copy(pinned: boolean): Promise<void> {
    const parameters = linkParameters(
      new URLSearchParams(location.search),
      state,
      pinned ? range : undefined,
    );
    const search = viewParameters(parameters, productId).toString();
    const link = shorten({ variables: { input: { productId, path: location.pathname, search } } }).then(
      ({ data }) => {
        if (!data) throw new Error('Creating the link returned no data');
        return viewLink(data.createPageLink);
      },
    );
    try {
      const copied = await copyText(link);
      notify(
        copied ? 'SUCCESS' : 'WARNING',
        copied ? t('report.linkCopied') : t('report.linkFailed', { link: await link }),
      );
    } catch (failure) {
      notify('ERROR', failureText(t, failure, { input: false }));
    }
  }
  const moving = {
    key: 'moving',
    label: t('report.copyMoving', { period: t(`report.presets.${period.preset}`) }),
    onSelect: () => void copy(false),
  };
  const pinned = { key: 'pinned', label: t('report.copyPinned', { days }), onSelect: () => void copy(true) };
  // Single conversions are a log, which no outsider sees.
  const canShare = !save.report?.path.endsWith('/cv_info');
  const forOthers = { key: 'outside', label: t('report.shareOutside'), onSelect: () => setOutside(true) };
  return (
    <>
      <MenuButton
        label={t('report.share')}
        type="default"
        icon={<LinkOutlined />}
        items={[
          ...(period.preset === 'custom' ? [pinned] : [moving, pinned]),
          ...(canShare ? [forOthers] : []),
        ]}
      >
        {!bare && t('report.share')}
      </MenuButton>
      {outside && (
        <LazyOverlay onClose={() => setOutside(false)}>
          <ShareOutside save={save} onClose={() => setOutside(false)} />
        </LazyOverlay>
      )}
    </>
  );
}
