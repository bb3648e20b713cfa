import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RoleType } from '../../../../../shared/catalog';
import { useErasuresQuery } from '../../../generated/graphql';
import { BackPage } from '../../../kit/back-page';
import { NoPermission } from '../../../kit/no-permission';
import { Page } from '../../../kit/page';
import { useProductId, useSession } from '../../../session/session-context';
import { ErasureForm } from './erasure-form';
import { Receipts } from './receipts';

const UNDER_WAY_MS = 3_000;

/** Erasure of a person's data: lookup, record counts and receipts. */
export function ErasureScreen() {
  const { t } = useTranslation();
  const { profile } = useSession();
  const productId = useProductId();
  const mayErase = profile.roleType === RoleType.ADMIN;
  const [pollInterval, setPollInterval] = useState(0);
  const { data, error, refetch } = useErasuresQuery({
    variables: { productId },
    fetchPolicy: 'cache-and-network',
    skip: !mayErase,
    pollInterval,
  });
  const underWay = data?.erasures.some(({ status }) => status === 'underWay') ?? false;
  if (underWay !== pollInterval > 0) setPollInterval(underWay ? UNDER_WAY_MS : 0);
  if (!mayErase) return <NoPermission />;
  return (
    <BackPage to="/config/product" label={t('menu.product')}>
      <Page title={t('privacy.erasure.title')} lead={t('privacy.erasure.lead')}>
        <ErasureForm key={productId} productId={productId} onErased={() => void refetch()} />
        <Receipts receipts={data?.erasures} error={error} retry={() => void refetch()} />
      </Page>
    </BackPage>
  );
}
