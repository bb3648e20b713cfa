import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent } from '../../../../../shared/format';
import { type AdPathsQueryVariables, useAdPathsQuery } from '../../../generated/graphql';
import { AdLink } from '../../../kit/ad-link';
import { Panel } from '../../../kit/page';
import { OptionalMetricLink, metricText } from '../../../kit/table/number-cell';
import { PartState } from './page-state';
import { SmallTable } from './small-table';
import styles from './ad-page.module.css';
import { ignored } from '../../../kit/ignored';
import { useMemo } from 'react';
import { type BaseKey, type PathFilter, RoleType } from '../../../../../shared/catalog';
import { drillDownLogPath, UNFILTERED_CELL } from '../../../kit/address';
import { parseDay } from '../../../kit/tokyo-date';
import { useSession } from '../../../session/session-context';
import { useRight } from '../../../session/rights';

/** An ad on a path. Agency users don't receive the id of another agency's ad. */
interface OnPath {
  readonly adId?: number | null;
  readonly ad?: string | null;
}

/** Links from path counts to the conversions behind them. */
interface PathLinks {
  path(steps: readonly OnPath[], key: BaseKey): string | undefined;
  /** Conversions whose paths contain both this ad and the partner. */
  together(partner: OnPath): string | undefined;
}

/**
 * Returns links from an ad's paths to their conversions. Returns undefined without access to logs. Agencies
 * get no links either: their logs only contain conversions that their own ads closed.
 * @param whole whether the counts cover all conversions, not just the newest
 */
function usePathLinks(
  { productId, adId, dateFrom, dateTo }: AdPathsQueryVariables,
  whole: boolean,
): PathLinks | undefined {
  const logs = useRight('logs');
  const { roleType } = useSession().profile;
  return useMemo(() => {
    const [from, to] = [parseDay(dateFrom), parseDay(dateTo)];
    if (logs === 'none' || roleType === RoleType.AGENCY || !whole || from === null || to === null)
      return undefined;
    const open = (key: BaseKey, along: PathFilter): string | undefined =>
      drillDownLogPath(productId, { ...UNFILTERED_CELL, key, from, to, along });
    return {
      path(steps, key) {
        const ads = steps.flatMap((step) => step.adId ?? []);
        return ads.length < steps.length ? undefined : open(key, { path: { ads, repeats: false } });
      },
      together: (partner) =>
        partner.adId == null ? undefined : open('cvFinal', { through: [adId, partner.adId] }),
    };
  }, [logs, roleType, whole, productId, adId, dateFrom, dateTo]);
}

function PathAd({ of: { adId, ad }, own, query }: { of: OnPath; own: number; query: URLSearchParams }) {
  const { t } = useTranslation();
  if (adId == null) return <span className="ic-muted">{t('overview.adPage.others')}</span>;
  if (adId === own) return <span className="ic-strong">{ad}</span>;
  return (
    <AdLink id={adId} query={query}>
      {ad ?? `#${adId}`}
    </AdLink>
  );
}

/** The most frequent paths that contain the ad, and the other ads on them. */
export function Paths({ variables, query }: { variables: AdPathsQueryVariables; query: URLSearchParams }) {
  const { t } = useTranslation();
  const { data, previousData, error, refetch } = useAdPathsQuery({ variables });
  const paths = (data ?? previousData)?.adPaths;
  const opens = usePathLinks(variables, data !== undefined);
  const retry = (): void => void refetch().catch(ignored);
  const share = (count: number): string =>
    formatPercent(paths?.conversions ? count / paths.conversions : null);
  const state = { ready: paths !== undefined, error, failed: t('overview.adPage.pathsFailed'), retry };
  return (
    <>
      <Panel
        title={t('overview.adPage.paths')}
        {...(paths ? { lead: t('overview.adPage.pathsLead', { count: paths.conversions }) } : {})}
      >
        <PartState {...state}>
          <SmallTable
            heads={['path', 'pathCount', 'pathShare', 'pathAmount']}
            others={100}
            empty={paths?.paths.length === 0 && t('overview.adPage.pathsEmpty')}
          >
            {paths?.paths.map(({ steps, conversions, amount }, index) => (
              <tr key={index}>
                <th scope="row">
                  <ol className={`ic-baseline ic-wrap ic-list ${styles.path}`}>
                    {steps.map((step, place) => (
                      <li key={place}>
                        <PathAd of={step} own={variables.adId} query={query} />
                      </li>
                    ))}
                  </ol>
                </th>
                <td>
                  <OptionalMetricLink to={opens?.path(steps, 'cvFinal')}>
                    {formatNumber(conversions)}
                  </OptionalMetricLink>
                </td>
                <td>{share(conversions)}</td>
                <td>
                  <OptionalMetricLink to={amount > 0 ? opens?.path(steps, 'amountSen') : undefined}>
                    {metricText(amount, { unit: 'yen' })}
                  </OptionalMetricLink>
                </td>
              </tr>
            ))}
          </SmallTable>
        </PartState>
      </Panel>
      <Panel title={t('overview.adPage.partners')} lead={t('overview.adPage.partnersLead')}>
        <PartState {...state}>
          <SmallTable
            heads={['partner', 'together', 'pathShare', 'partnerBefore']}
            others={84}
            empty={paths?.partners.length === 0 && t('overview.adPage.pathsEmpty')}
          >
            {paths?.partners.map((partner) => (
              <tr key={partner.adId ?? 'others'}>
                <th scope="row">
                  <PathAd of={partner} own={variables.adId} query={query} />
                </th>
                <td>
                  <OptionalMetricLink to={opens?.together(partner)}>
                    {formatNumber(partner.conversions)}
                  </OptionalMetricLink>
                </td>
                <td>{share(partner.conversions)}</td>
                <td>{formatPercent(partner.before / partner.conversions)}</td>
              </tr>
            ))}
          </SmallTable>
        </PartState>
      </Panel>
    </>
  );
}
