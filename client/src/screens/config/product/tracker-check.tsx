import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ProductFieldsFragment, useTrackerCheckQuery } from '../../../generated/graphql';
import { PanelRow, PanelRows } from '../../../kit/page';
import { LoadState } from '../../../kit/setting/load-state';
import { StatusTag } from '../../../kit/status-tag';

/** Where the product's tracking host leads, and how long Safari keeps its visitor cookie. */
export function TrackerCheck({ product }: { product: ProductFieldsFragment }) {
  const { t } = useTranslation();
  const { data, error, loading, refetch } = useTrackerCheckQuery({
    variables: { id: product.id },
    fetchPolicy: 'network-only',
    notifyOnNetworkStatusChange: true,
  });
  const checkedVersion = useRef(product.version);
  useEffect(() => {
    if (checkedVersion.current !== product.version) void refetch();
    checkedVersion.current = product.version;
  }, [product.version, refetch]);
  const check = data?.trackerCheck;
  if (!check) return <LoadState error={error} retry={() => void refetch()} />;
  const isHere = check.state.code === 'here';
  return (
    <div role="status" className="ic-mt-12">
      <PanelRows>
        <PanelRow
          name={<StatusTag tone={isHere ? 'good' : 'bad'}>{check.host}</StatusTag>}
          facts={[check.state.label]}
        />
        <PanelRow
          name={<StatusTag tone={check.safari.code === 'durable' ? 'good' : 'waiting'}>Safari</StatusTag>}
          facts={[check.safari.label]}
        />
      </PanelRows>
      <Button className="ic-mt-8" size="small" loading={loading} onClick={() => void refetch()}>
        {t('settings.tags.checkHost')}
      </Button>
    </div>
  );
}
