import { ImportOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { RoleType } from '../../../../../shared/catalog';
import { addDays } from '../../../../../shared/domain/calendar';
import { useMediaCostDaysQuery } from '../../../generated/graphql';
import { Page, Panel } from '../../../kit/page';
import { DRILL_DOWN, withParameters } from '../../../kit/address';
import { DrillDownNote } from '../../../kit/log/drill-down-note';
import { useDrillDown } from '../../../kit/log/use-drill-down';
import { LoadState } from '../../../kit/setting/load-state';
import { StateNote } from '../../../kit/states';
import { AdSelect } from '../../../kit/ad-select';
import { FilterBar } from '../../../kit/filter/filter-bar';
import { DateRange } from '../../../kit/period/date-range';
import { periodParameters, rangeOf, readPeriod } from '../../../kit/period/period';
import { dayText, parseDay } from '../../../kit/tokyo-date';
import { useToday } from '../../../kit/use-today';
import { useProductId, useSession, useWeekStart } from '../../../session/session-context';
import { useRight } from '../../../session/rights';
import { DayTable } from './day-table';
import { CoveragePanel } from './coverage-panel';
import { MediaImportDialog } from './import-dialog';
import { NamesPanel } from './names-panel';
import { SourcesPanel } from './sources-panel';

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
  const [imports, setImports] = useState(0);
  const drillDown = useDrillDown();
  const [address, setAddress] = useSearchParams();
  const drillDownText = address.get(DRILL_DOWN);
  const weekStart = useWeekStart();
  const period = readPeriod(address);
  const chosen = period && rangeOf(period, { today, weekStart });
  const whole = drillDown?.metric ?? chosen ?? { from: addDays(today, 1 - DAYS), to: today };
  const first = addDays(whole.to, 1 - DAYS);
  const range = drillDown || whole.from >= first ? whole : { ...whole, from: first };
  const adId = Number(address.get('ad')) || undefined;
  const source = address.get('source') ?? undefined;
  const variables = {
    productId,
    dateFrom: dayText(range.from),
    dateTo: dayText(range.to),
    figure: drillDownText,
    adIds: adId === undefined ? null : [adId],
  };
  const { data, error, refetch } = useMediaCostDaysQuery({ variables, fetchPolicy: 'cache-and-network' });
  const all = data?.mediaCostDays;
  const days = all?.filter(({ sourceName }) => source === undefined || sourceName === source);
  const set = (changes: Readonly<Record<string, string | number | null | undefined>>): void =>
    setAddress((before) => withParameters(before, { page: null, ...changes }));
  const isFiltered = adId !== undefined || source !== undefined || period !== undefined;
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
      {!drillDown && (
        <FilterBar>
          <DateRange
            period={period}
            unset={t('mediaCosts.allDays', { count: DAYS })}
            weekStart={weekStart}
            onChange={(next) => set(periodParameters(next))}
          />
          <Select
            allowClear
            style={{ minWidth: 180 }}
            aria-label={t('mediaCosts.source')}
            placeholder={t('mediaCosts.source')}
            value={source ?? null}
            options={[...new Set(all?.map(({ sourceName }) => sourceName))].map((value) => ({
              value,
              label: value,
            }))}
            onChange={(value?: string | null) => set({ source: value })}
          />
          <AdSelect
            kind="ad"
            allowClear
            style={{ minWidth: 220 }}
            aria-label={t('mediaCosts.field.ad')}
            placeholder={t('mediaCosts.field.ad')}
            value={adId}
            onChange={(value) => set({ ad: value })}
          />
          {isFiltered && (
            <Button type="text" onClick={() => setAddress({})}>
              {t('mediaCosts.allCosts')}
            </Button>
          )}
        </FilterBar>
      )}
      {!drillDown && days && days.length > 0 && (
        <CoveragePanel
          rows={days.map(({ sourceName, day }) => ({ source: sourceName, day: parseDay(day) ?? 0 }))}
          to={Math.min(range.to, addDays(today, -1))}
        />
      )}
      <Panel
        title={t('mediaCosts.imported')}
        lead={t(drillDown ? 'mediaCosts.behindLead' : 'mediaCosts.importedLead')}
      >
        {!days && <LoadState error={error} retry={() => void refetch()} />}
        {days?.length === 0 && (
          <StateNote
            title={t(isFiltered ? 'mediaCosts.nothingFound' : 'mediaCosts.empty')}
            hint={isFiltered ? undefined : t(mayEdit ? 'mediaCosts.emptyHint' : 'mediaCosts.emptyReader')}
          />
        )}
        {days && days.length > 0 && (
          <DayTable
            key={`${productId} ${drillDownText ?? ''}`}
            days={days}
            drillDown={drillDownText}
            mayDelete={mayEdit && !drillDown}
            onPage={(page) => set({ page: page === 1 ? null : page })}
            page={Math.max(1, Number(address.get('page')) || 1)}
            onDeleted={() => void refetch()}
          />
        )}
      </Panel>
      {!drillDown && <SourcesPanel key={`sources ${imports}`} mayEdit={mayEdit} />}
      {!drillDown && <NamesPanel key={imports} mayEdit={mayEdit} />}
      {importing && (
        <MediaImportDialog
          onResult={({ close, reload }) => {
            if (close) setImporting(false);
            if (!reload) return;
            setImports((count) => count + 1);
            void refetch();
          }}
        />
      )}
    </Page>
  );
}
