import { LinkOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  directLink,
  mediumLink,
  mediumParametersOf,
  postingUrls,
  readMediumParameters,
  type MediumParameters,
} from '../../../../../shared/domain/delivery';
import { tracksInParallel, urlForMedium } from '../../../../../shared/catalog/networks';
import { isHttpUrl } from '../../../../../shared/settings/fields/formats';
import { useAspQuery, type AdFieldsFragment } from '../../../generated/graphql';
import { CodeLine } from '../../../kit/copy-button';
import { useForm } from '../../../kit/form/form-engine';
import type { FormValues } from '../../../kit/form/form-definition';
import { Facts, Stack } from '../../../kit/page';
import { useRight } from '../../../session/rights';
import { overridesNetwork } from './inherited-group';

const ownParameters = overridesNetwork('useParamsIndividuallySetting');

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Reads the medium parameters from an ad form. */
const readParameters = (values: FormValues): MediumParameters =>
  readMediumParameters(
    (name) => values[name] === true,
    (name) => textIn(values[name]),
  );

/**
 * Parameters in force for the current form values: the ad's own or those of its ad network. Users without
 * access to ad networks (agencies) see the parameters of the saved ad.
 */
function useParameters(ad: AdFieldsFragment | undefined): NetworkOfForm {
  const { normalized } = useForm();
  const individually = ownParameters(normalized);
  const mayRead = useRight('asps') !== 'none';
  const { data } = useAspQuery({
    variables: { id: typeof normalized.aspId === 'number' ? normalized.aspId : 0 },
    skip: !mayRead || typeof normalized.aspId !== 'number',
  });
  const aspName = data?.asp.aspName ?? ad?.asp?.label ?? '';
  if (individually) return { aspName, parameters: readParameters(normalized) };
  const [posted] = ad ? postingUrls(ad) : [];
  const own = posted === undefined ? readParameters(normalized) : mediumParametersOf(posted);
  return { aspName, parameters: data?.asp ?? own };
}

/** Ad network of a form. */
interface NetworkOfForm {
  aspName: string;
  parameters: MediumParameters;
}

type RedirectOfAd = AdFieldsFragment['redirects'][number];

/** Posting URLs of an ad's redirects. They replace the ad's own link, which would bypass the variants. */
function RedirectUrls({
  redirects,
  parameters,
}: {
  redirects: readonly RedirectOfAd[];
  parameters?: MediumParameters;
}) {
  const { t } = useTranslation();
  return redirects.map(({ redirectLink, redirectUrl, submittionUrl }) => (
    <CodeLine
      key={redirectLink}
      label={t('settings.links.submittion')}
      text={parameters ? mediumLink(redirectLink, parameters) : submittionUrl}
      hint={t('settings.links.redirectHint', { url: redirectUrl })}
    />
  ));
}

/** Preview of the posting URLs for the current form values. They take effect after saving. */
export function AdLinksPreview() {
  const { t } = useTranslation();
  const { values, stored, dirty } = useForm();
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a form of an ad holds what its query answered
  const ad = stored as AdFieldsFragment | undefined;
  const { aspName, parameters } = useParameters(ad);
  const landing =
    typeof values.redirectUrl === 'string' && isHttpUrl(values.redirectUrl.trim())
      ? values.redirectUrl.trim()
      : null;
  const direct = ad ? directLink(landing, ad.id, parameters) : null;
  // Only the API knows the own link, and only for a saved ad.
  const ownLink = ad?.redirectFlag ? ad.submittionUrl?.split('?')[0] : undefined;
  const posted = values.redirectFlag ? ownLink && mediumLink(ownLink, parameters) : direct;
  const noDirect = t(ad ? 'settings.links.needsLanding' : 'settings.links.afterSave');
  const parallel = tracksInParallel(aspName, parameters.aXclid);
  const postingUrl =
    ad && ad.redirects.length > 0 ? (
      <RedirectUrls redirects={ad.redirects} parameters={parameters} />
    ) : (
      <CodeLine
        label={t('settings.links.submittion')}
        text={posted}
        placeholder={values.redirectFlag ? t('settings.links.afterSave') : noDirect}
        hint={t(
          dirty && posted
            ? 'settings.links.preview'
            : parallel && values.redirectFlag
              ? 'settings.links.parallelOwn'
              : values.redirectFlag
                ? 'settings.links.submittionHint'
                : 'settings.links.directHint',
        )}
      />
    );
  return (
    <Stack live>
      {!parallel && postingUrl}
      <CodeLine
        label={t('settings.links.direct')}
        text={direct}
        placeholder={noDirect}
        hint={t(parallel ? 'settings.links.parallel' : 'settings.links.directHint')}
        primary={parallel}
        autoFocus={false}
      />
      {parallel && postingUrl}
      <Facts>
        {t('settings.links.abTest')}{' '}
        <Link to={`/ad/redirect-setting${ad ? `?adId=${ad.id}` : ''}`}>
          {t('settings.links.openRedirects')}
        </Link>
      </Facts>
    </Stack>
  );
}

/** Shown after saving an ad: the URLs for the medium, and a link test. */
export function AdLinks({ one }: { one: AdFieldsFragment }) {
  const { t } = useTranslation();
  const { url, isParallel: parallel } = urlForMedium(one);
  const ownHint = parallel ? 'settings.links.parallelOwn' : 'settings.links.submittionHint';
  const postingUrl =
    one.redirects.length > 0 ? (
      <RedirectUrls redirects={one.redirects} />
    ) : (
      <CodeLine
        label={t('settings.links.submittion')}
        text={one.submittionUrl}
        placeholder={t('settings.links.needsLanding')}
        hint={t(one.redirectFlag ? ownHint : 'settings.links.directHint')}
      />
    );
  return (
    <Stack>
      {!parallel && postingUrl}
      {one.directLink && (
        <CodeLine
          label={t('settings.links.direct')}
          text={one.directLink}
          hint={t(parallel ? 'settings.links.parallel' : 'settings.links.directHint')}
          primary={parallel}
          autoFocus={false}
        />
      )}
      {parallel && postingUrl}
      {url && (
        <span>
          <Button icon={<LinkOutlined />} href={url} target="_blank" rel="noreferrer">
            {t('settings.hits.testClick')}
          </Button>
        </span>
      )}
    </Stack>
  );
}
