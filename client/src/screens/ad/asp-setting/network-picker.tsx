import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NETWORKS } from '../../../../../shared/catalog/networks';
import { createMatcher } from '../../../../../shared/format';
import type { FormHandle } from '../../../kit/form/form-engine';
import type { FormValues } from '../../../kit/form/values';
import { applyTemplate, isStillApplied, type TemplateFill } from './network-fill';
import { NetworkNote } from './network-note';
import styles from './network-picker.module.css';

const KINDS = ['asp', 'medium'] as const;
const matchesNetwork = (typed: string, key: unknown): boolean =>
  NETWORKS.some((network) => network.key === key && createMatcher(typed)(`${network.name} ${network.also}`));

/** Fills the form from a network template. Saves nothing and can be undone. */
export function NetworkPicker({ form }: { form: FormHandle }) {
  const { t } = useTranslation();
  const [filled, setFilled] = useState<TemplateFill & { initial: FormValues }>();
  const id = `${form.id}-network`;
  const applied =
    filled?.initial === form.initial && isStillApplied(filled, form.values) ? filled : undefined;

  function put(values: FormValues): void {
    for (const [name, value] of Object.entries(values)) form.set(name, value);
  }

  function choose(key: string): void {
    const network = NETWORKS.find((one) => one.key === key);
    if (!network) return;
    // Undo the previous template before the next one is applied.
    const next = applyTemplate(network, { ...form.values, ...applied?.before });
    put({ ...applied?.before, ...next.after });
    setFilled({ ...next, initial: form.initial });
  }

  return (
    <div className="ic-rounded ic-sunken ic-p-12-16">
      <label htmlFor={id} className="ic-block ic-mb-4 ic-medium">
        {t('networks.title')}
      </label>
      <Select
        id={id}
        className={styles.select ?? ''}
        showSearch={{
          filterOption: (typed, option) =>
            matchesNetwork(typed, option && 'value' in option ? option.value : undefined),
        }}
        placeholder={t('networks.placeholder')}
        value={applied?.network.key ?? null}
        notFoundContent={<p className={styles.none}>{t('networks.none')}</p>}
        aria-describedby={`${id}-note`}
        options={KINDS.map((kind) => ({
          label: t(`networks.kind.${kind}`),
          options: NETWORKS.filter((network) => network.kind === kind).map(({ key, name }) => ({
            value: key,
            label: name,
          })),
        }))}
        onChange={choose}
      />
      <p id={`${id}-note`} className="ic-mt-4 ic-hint">
        {t('networks.hint')}
      </p>
      {applied && (
        <NetworkNote
          filled={applied}
          form={form}
          undo={() => {
            put(applied.before);
            setFilled(undefined);
          }}
        />
      )}
    </div>
  );
}
