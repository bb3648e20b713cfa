import { ImportOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { RoleType } from '../../../../../shared/catalog';
import { addDays } from '../../../../../shared/domain/calendar';
import { useMediaCostDaysQuery } from '../../../generated/graphql';
import { Page, Panel } from '../../../kit/page';
import { DRILL_DOWN } from '../../../kit/address';
import { DrillDownNote } from '../../../kit/log/drill-down-note';
import { useDrillDown } from '../../../kit/log/use-drill-down';
import { LoadState } from '../../../kit/setting/load-state';
import { StateNote } from '../../../kit/states';
import { dayText } from '../../../kit/tokyo-date';
import { useToday } from '../../../kit/use-today';
import { useProductId, useSession } from '../../../session/session-context';
import { useRight } from '../../../session/rights';
import { DayTable } from './day-table';
import { MediaImportDialog } from './import-dialog';

/** Number of days in the list: the maximum of one query. */
const DAYS = 400;

/** Costs reported by media: imported costs by day, and the import dialog. */
export function MediaCosts() {
  const { t } = useTranslation();
  const productId = useProductId();
  const { profile } = useSession();
  const mayEdit = useRight('ads') === 'edit' && profile.roleType !== RoleType.AGENCY;
  const today = useToday();
  const [importing, setImporting] = useState(false);
  const drillDown = useDrillDown();
  const [address, setAddress] = useSearchParams();
  const drillDownText = address.get(DRILL_DOWN);
  const range = drillDown?.metric ?? { from: addDays(today, 1 - DAYS), to: today };
  const variables = {
    productId,
    dateFrom: dayText(range.from),
    dateTo: dayText(range.to),
    figure: drillDownText,
  };
  const { data, error, refetch } = useMediaCostDaysQuery({ variables, fetchPolicy: 'cache-and-network' });
  const days = data?.mediaCostDays;
  const open = (
    <Button type="primary" icon={<ImportOutlined />} onClick={() => setImporting(true)}>
      {t('mediaCosts.open')}
    </Button>
  );
  return (
    <Page title={t('menu.media_cost')} lead={t('mediaCosts.lead')} actions={mayEdit && open}>
      {drillDown && (
        <DrillDownNote metric={drillDown.metric} place={drillDown.place} onClear={() => setAddress({})} />
      )}
      <Panel
        title={t('mediaCosts.imported')}
        lead={drillDown ? t('mediaCosts.behindLead') : t('mediaCosts.importedLead', { count: DAYS })}
      >
        {!days && <LoadState error={error} retry={() => void refetch()} />}
        {days?.length === 0 && (
          <StateNote
            title={t('mediaCosts.empty')}
            hint={t(mayEdit ? 'mediaCosts.emptyHint' : 'mediaCosts.emptyReader')}
          />
        )}
        {days && days.length > 0 && (
          <DayTable
            key={`${productId} ${drillDownText ?? ''}`}
            days={days}
            drillDown={drillDownText}
            mayDelete={mayEdit && !drillDown}
            onDeleted={() => void refetch()}
          />
        )}
      </Panel>
      {importing && (
        <MediaImportDialog
          onResult={({ close, reload }) => {
            if (close) setImporting(false);
            if (reload) void refetch();
          }}
        />
      )}
    </Page>
  );
}
