import { LinkOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useCreatePageLinkMutation } from '../../generated/graphql';
import { formatRange } from '../../i18n/punctuation';
import { useProductId, useWeekStart } from '../../session/session-context';
import { viewParameters, viewLink } from '../address';
import { copyText } from '../copy-button';
import { failureText } from '../failure';
import { MenuButton } from '../menu-button';
import { notify } from '../notifier';
import { rangeOf } from '../period/period';
import { linkParameters } from './share-link';
import type { ReportState } from './url-state';
import { formatDay } from '../tokyo-date';
import { useToday } from '../use-today';

/**
 * Copies a short link to the report, with either a relative period or the current days. `bare` shows only the
 * icon.
 */
export function ShareButton({ state, bare = false }: { state: ReportState; bare?: boolean }) {
  const { t } = useTranslation();
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
  return (
    <MenuButton
      label={t('report.share')}
      type="default"
      icon={<LinkOutlined />}
      items={period.preset === 'custom' ? [pinned] : [moving, pinned]}
    >
      {!bare && t('report.share')}
    </MenuButton>
  );
}
