import { Button, Checkbox, Input, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CvCounting, CvDayBasis, enumValues, type Enumeration } from '../../../../../shared/catalog';
import { MAX_CLICK_WINDOW, ruleClickIds } from '../../../../../shared/catalog/media-rule';
import { useMediaSourcesQuery, useUpdateMediaSourceMutation } from '../../../generated/graphql';
import type { MediaSourcesQuery } from '../../../generated/graphql';
import { joinList } from '../../../i18n/punctuation';
import { ConfirmDialog, DIALOG_WIDTH } from '../../../kit/dialog/confirm-dialog';
import { enumLabel } from '../../../kit/enum-label';
import { FieldFrame } from '../../../kit/form/field-frame';
import { notify } from '../../../kit/notifier';
import { Panel, PanelRow, PanelRows } from '../../../kit/page';
import { useProductId } from '../../../session/session-context';

type Source = MediaSourcesQuery['mediaSources'][number];

const labelOf = {
  cvDayBasis: 'fields.label.cvDayBasis',
  clickWindowDays: 'fields.label.clickWindowDays',
  counting: 'fields.label.counting',
  timeZone: 'fields.label.timeZone',
  clickId: 'fields.label.mediaSource_clickId',
} as const;

/** Edits how the medium of a source counts conversions. */
function RuleDialog({ source, onClose }: { source: Source; onClose: (saved: boolean) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [rule, setRule] = useState(source);
  const [days, setDays] = useState(String(source.clickWindowDays));
  const [update] = useUpdateMediaSourceMutation();
  const change = (changes: Partial<Source>): void => setRule((before) => ({ ...before, ...changes }));
  const window = Number(days.normalize('NFKC').trim());
  const isWrong = !Number.isInteger(window) || window < 1 || window > MAX_CLICK_WINDOW;
  const zones = [...new Set([rule.timeZone, 'Asia/Tokyo', 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  const frame = (name: keyof typeof labelOf, control: (id: string) => ReactNode, error?: string) => (
    <div className="ic-mb-16">
      <FieldFrame
        id={`${id}-${name}`}
        label={t(labelOf[name])}
        hint={t(`mediaCosts.rule.hint.${name}`)}
        {...(error ? { error } : {})}
      >
        {control(`${id}-${name}`)}
      </FieldFrame>
    </div>
  );
  const choice = (name: 'cvDayBasis' | 'counting', type: 'CvDayBasis' | 'CvCounting', of: Enumeration) =>
    frame(name, (field) => (
      <Select
        id={field}
        className="ic-wide"
        value={rule[name]}
        options={enumValues(of).map((value) => ({ value: Number(value), label: enumLabel(t, type, value) }))}
        onChange={(value: number) => change({ [name]: value })}
      />
    ));
  return (
    <ConfirmDialog
      title={t('mediaCosts.rule.dialog', { source: source.sourceName })}
      okText={t('common.save')}
      width={Math.min(DIALOG_WIDTH, 560)}
      disabled={isWrong}
      run={async () => {
        const { cvDayBasis, counting, timeZone, countsViews, clickId, version } = rule;
        const input = { cvDayBasis, counting, timeZone, countsViews, clickId, version };
        await update({ variables: { id: source.id, input: { ...input, clickWindowDays: window } } });
        notify('SUCCESS', t('mediaCosts.rule.saved'));
      }}
      onResult={({ reload }) => onClose(reload)}
    >
      {choice('cvDayBasis', 'CvDayBasis', CvDayBasis)}
      {frame(
        'clickWindowDays',
        (field) => (
          <Input
            id={field}
            inputMode="numeric"
            style={{ width: 120 }}
            value={days}
            status={isWrong ? 'error' : ''}
            onChange={({ target }) => setDays(target.value)}
          />
        ),
        isWrong ? t('mediaCosts.rule.wrongDays', { max: MAX_CLICK_WINDOW }) : undefined,
      )}
      {choice('counting', 'CvCounting', CvCounting)}
      {frame('timeZone', (field) => (
        <Select
          id={field}
          className="ic-wide"
          showSearch
          value={rule.timeZone}
          options={zones.map((value) => ({ value, label: value }))}
          onChange={(timeZone: string) => change({ timeZone })}
        />
      ))}
      {frame('clickId', (field) => (
        <Select
          id={field}
          className="ic-wide"
          value={rule.clickId}
          options={ruleClickIds.map((value) => ({ value, label: value }))}
          onChange={(clickId: string) => change({ clickId })}
        />
      ))}
      <Checkbox checked={rule.countsViews} onChange={({ target }) => change({ countsViews: target.checked })}>
        {t('mediaCosts.rule.countsViews')}
      </Checkbox>
      <p className="ic-mt-4 ic-hint">{t('mediaCosts.rule.hint.countsViews')}</p>
    </ConfirmDialog>
  );
}

/** Sources of files, and how their media count conversions. */
export function SourcesPanel({ mayEdit }: { mayEdit: boolean }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const { data, refetch } = useMediaSourcesQuery({
    variables: { productId },
    fetchPolicy: 'cache-and-network',
  });
  const [editing, setEditing] = useState<Source>();
  const sources = data?.mediaSources ?? [];
  if (sources.length === 0) return null;
  const factsOf = (source: Source): string =>
    joinList([
      t('mediaCosts.rule.window', { days: source.clickWindowDays }),
      enumLabel(t, 'CvDayBasis', source.cvDayBasis),
      enumLabel(t, 'CvCounting', source.counting),
      source.timeZone,
      source.clickId,
    ]);
  return (
    <Panel
      id="rules"
      title={t('mediaCosts.rule.title')}
      lead={t('mediaCosts.rule.lead')}
      actions={<Link to="/analyze/gap">{t('mediaCosts.rule.toGap')}</Link>}
    >
      <PanelRows>
        {sources.map((source) => (
          <PanelRow
            key={source.id}
            name={source.sourceName}
            facts={[factsOf(source)]}
            actions={
              <span className="ic-flex ic-gap-8">
                <Link to={`/analyze/gap?source=${source.id}`}>{t('mediaCosts.rule.gap')}</Link>
                {mayEdit && (
                  <Button
                    size="small"
                    aria-label={t('mediaCosts.rule.edit', { source: source.sourceName })}
                    onClick={() => setEditing(source)}
                  >
                    {t('mediaCosts.rule.change')}
                  </Button>
                )}
              </span>
            }
          />
        ))}
      </PanelRows>
      {editing && (
        <RuleDialog
          source={editing}
          onClose={(saved) => {
            setEditing(undefined);
            if (saved) void refetch();
          }}
        />
      )}
    </Panel>
  );
}
