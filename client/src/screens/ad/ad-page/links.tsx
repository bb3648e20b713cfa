import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../../../../shared/format';
import { rejectionText } from '../../../../../shared/i18n/rejections';
import { useAdLinkStatesQuery, type AdLinkStatesQuery, type AdPageQuery } from '../../../generated/graphql';
import { joinList } from '../../../i18n/punctuation';
import { CodeCell } from '../../../kit/copy-button';
import { Panel } from '../../../kit/page';
import { formatDateTime } from '../../../kit/tokyo-date';
import { PartState } from './page-state';
import { SmallTable } from './small-table';
import { ignored } from '../../../kit/ignored';

type State = AdLinkStatesQuery['adLinkStates'][number];
type Ad = AdPageQuery['ad'];

const KINDS = ['own', 'redirect', 'direct', 'loaded'] as const;

/** Returns the posted URL of a link. Imported clicks have none. */
function urlOf({ kind, redirectId }: State, ad: Ad): string | null | undefined {
  if (kind === 'direct') return ad.directLink;
  if (kind === 'redirect') return ad.redirects.find(({ id }) => id === redirectId)?.submittionUrl;
  return kind === 'own' ? ad.submittionUrl : undefined;
}

/** The links of the ad with the traffic that each one received. */
export function Links({ ad }: { ad: Ad }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAdLinkStatesQuery({ variables: { adId: ad.id } });
  // For links without a redirect, the server only searches recent days with contacts.
  const never = ({ redirectId }: State) => (
    <span className="ic-muted">
      {t(redirectId == null ? 'overview.adPage.neverLately' : 'overview.adPage.neverIn90')}
    </span>
  );
  const refusedWords = ({ refused }: State): string =>
    joinList(
      refused.map(({ reason, count, lastAt }) =>
        t('overview.adPage.refusedOf', {
          reason: rejectionText(t, reason),
          number: formatNumber(count),
          time: formatDateTime(lastAt),
        }),
      ),
    );
  return (
    <Panel title={t('overview.adPage.links')} lead={t('overview.adPage.linksLead')}>
      <PartState
        ready={data !== undefined}
        error={error}
        failed={t('overview.adPage.linksFailed')}
        retry={() => void refetch().catch(ignored)}
      >
        <SmallTable heads={['link', 'copyUrl', 'lastClick', 'lastLanding', 'refused7']} words={[1, 4]}>
          {data?.adLinkStates.map((state) => {
            const kind = KINDS.find((one) => one === state.kind) ?? 'loaded';
            const name = t(`overview.adPage.kind.${kind}`);
            const url = urlOf(state, ad);
            return (
              <tr key={`${state.kind}${state.redirectId}`}>
                <th scope="row">
                  {state.redirectId == null ? (
                    name
                  ) : (
                    <Link
                      to={`/ad/redirect-setting/${state.redirectId}?mode=detail`}
                    >{`${name} #${state.redirectId}`}</Link>
                  )}
                </th>
                <td className="ic-start">
                  {url ? (
                    <CodeCell label={name} text={url} />
                  ) : kind === 'loaded' ? (
                    ''
                  ) : (
                    <span className="ic-muted">{t('overview.adPage.noUrl')}</span>
                  )}
                </td>
                <td>{state.lastClickAt ? formatDateTime(state.lastClickAt) : never(state)}</td>
                <td>{state.lastLandingAt ? formatDateTime(state.lastLandingAt) : never(state)}</td>
                <td className="ic-start">
                  {state.refused.length > 0 ? (
                    refusedWords(state)
                  ) : (
                    <span className="ic-muted">{t('overview.adPage.refusedNone')}</span>
                  )}
                </td>
              </tr>
            );
          })}
        </SmallTable>
      </PartState>
    </Panel>
  );
}
