import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { postingUrls } from '../../../../../shared/domain/delivery';
import {
  useAdsQuery,
  useDeleteAdMutation,
  useUpdateAdMutation,
  type AdsQuery,
} from '../../../generated/graphql';
import { adPath } from '../../../kit/ad-link';
import { DeleteDialog } from '../../../kit/dialog/delete-dialog';
import { columnsOf } from '../../../kit/list/columns';
import { useFilterChoices, type FilterSpec } from '../../../kit/list/filters';
import { ListScreen } from '../../../kit/list/list-screen';
import { productListSource, type ListResult } from '../../../kit/list/list-source';
import { Page } from '../../../kit/page';
import { createRemove } from '../../../kit/setting/sources';
import { useDependents } from '../../../kit/setting/use-dependents';
import { useRight } from '../../../session/rights';
import { useProductId } from '../../../session/session-context';

type Row = AdsQuery['ads']['results'][number];
const column = columnsOf<Row>('ad');

const FILTERS: readonly FilterSpec[] = [
  { name: 'status', enumeration: 'Status' },
  { name: 'aspId', refers: 'asp' },
  { name: 'agencyId', refers: 'agency' },
  { name: 'adCategoryId', refers: 'adCategory' },
];
const COLUMNS = [
  column.name('adName'),
  column.status('status'),
  column.copy('submittionUrl', { width: 320, of: postingUrls }),
  column.copy('directLink', { width: 320 }),
  column.label('asp'),
  column.label('adCategory'),
  column.label('agency', { hidden: true }),
  column.day('periodFrom', { hidden: true }),
  column.day('periodTo', { hidden: true }),
  column.text('adPostUrl', { hidden: true }),
];
const useRows = productListSource(useAdsQuery);

const useRemove = createRemove(useDeleteAdMutation);

const editOf = ({ id }: Row): string => `/ad/setting/${id}`;
const pageOf = ({ id }: Row): string => adPath(id);

/** All ads with their posting URLs. */
export function AdOverview() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const productId = useProductId();
  const mayEdit = useRight('ads') === 'edit';
  const addAd = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate('/ad/setting/new')}>
      {t('list.add', { noun: t('setting.ad_setting.noun') })}
    </Button>
  );
  const filters = useFilterChoices('ad', FILTERS);
  const [answer, setAnswer] = useState<Pick<ListResult<Row>, 'refetch'>>();
  const [deleting, setDeleting] = useState<Row>();
  const [update] = useUpdateAdMutation();
  const remove = useRemove();
  const dependents = useDependents('AD', deleting?.id);
  return (
    <Page title={t('settings.overview.title')} lead={t('settings.overview.lead')}>
      <ListScreen<Row>
        name="ad"
        title={t('settings.overview.title')}
        entity="ad"
        columns={COLUMNS}
        filters={filters}
        useRows={useRows}
        nameOf={({ adName }) => adName}
        onAnswer={setAnswer}
        handlers={{
          open: (row) => void navigate(pageOf(row)),
          href: pageOf,
          edit: mayEdit ? (row) => void navigate(editOf(row)) : undefined,
          remove: mayEdit ? setDeleting : undefined,
        }}
        downloadPath="/api/v1/ads"
        downloadProduct={productId}
        empty={{
          title: t('setting.ad_setting.emptyTitle'),
          hint: t('setting.ad_setting.emptyHint'),
          action: mayEdit && addAd,
        }}
      />
      {deleting && (
        <DeleteDialog
          name={deleting.adName}
          dependents={dependents}
          remove={() => remove(deleting)}
          invalidate={() =>
            update({ variables: { id: deleting.id, input: { status: false, version: deleting.version } } })
          }
          onResult={({ close, reload }) => {
            if (reload) void answer?.refetch();
            if (close) setDeleting(undefined);
          }}
        />
      )}
    </Page>
  );
}
