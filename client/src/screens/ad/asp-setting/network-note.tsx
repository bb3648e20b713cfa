import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { accountPartsIn } from '../../../../../shared/catalog/networks';
import { ResultMethod } from '../../../../../shared/catalog';
import { mediumQuery } from '../../../../../shared/domain/delivery';
import { ChangeLines } from '../../../kit/form/change-list';
import type { FormHandle } from '../../../kit/form/form-engine';
import { changesOf, type TemplateFill } from './network-fill';
import styles from './network-picker.module.css';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the parameters that the posting URL carries, as `a_xclid=...&a_key1=...`. */
function parametersOf(values: FormHandle['values']): string {
  const pair = (name: string): [boolean, string] => [values[`${name}Flag`] === true, text(values[name])];
  const [[aXclidFlag, aXclid], [aSesFlag, aSes], [aKey1Flag, aKey1], [aKey2Flag, aKey2], [aKey3Flag, aKey3]] =
    [pair('aXclid'), pair('aSes'), pair('aKey1'), pair('aKey2'), pair('aKey3')];
  return mediumQuery({
    aXclidFlag,
    aXclid,
    aSesFlag,
    aSes,
    aKey1Flag,
    aKey1,
    aKey2Flag,
    aKey2,
    aKey3Flag,
    aKey3,
  }).join('&');
}

/** Returns the steps that remain after a template. A completed step disappears from the list. */
function useRemainingSteps(
  { network: { name, clickId, steps } }: TemplateFill,
  { values }: FormHandle,
): string[] {
  const { t } = useTranslation();
  const url = values.resultMethod === ResultMethod.WEBHOOK_URL ? text(values.webhookUrl) : '';
  const parameter = 'appendedAs' in clickId ? clickId.appendedAs : '';
  const place = 'macro' in clickId ? clickId.enteredIn : undefined;
  return [
    ...accountPartsIn(url).map((part) =>
      t('networks.replace', { part: `{${part}}`, meaning: t(`networks.part.${part}`) }),
    ),
    ...steps
      .filter((step) => step !== 'askUrl' || url === '')
      .map((step) => t(`networks.step.${step}`, { name, parameter })),
    ...(place === undefined ? [] : [t('networks.enter', { parameters: parametersOf(values), name, place })]),
    ...(url !== '' && !url.includes('{status}') ? [t('networks.stateless')] : []),
  ];
}

/** Shows the filled-in values, the remaining steps and the sources of the template. */
export function NetworkNote({
  filled,
  form,
  undo,
}: {
  filled: TemplateFill;
  form: FormHandle;
  undo: () => void;
}) {
  const { t } = useTranslation();
  const toDo = useRemainingSteps(filled, form);
  const { name, sources, checked } = filled.network;
  const changes = changesOf(filled, form.values);
  return (
    <section className={`ic-line-top ic-mt-12 ic-text-13 ${styles.filled}`} aria-label={t('networks.title')}>
      <div className="ic-row ic-wrap ic-between ic-text-14 ic-strong ic-gap-8">
        <p role="status">{t(changes.length > 0 ? 'networks.filled' : 'networks.same', { name })}</p>
        {changes.length > 0 && (
          <Button size="small" onClick={undo}>
            {t('networks.undo')}
          </Button>
        )}
      </div>
      {changes.length > 0 && (
        <>
          <h3>{t('networks.changed')}</h3>
          <ChangeLines entity="asp" changes={changes} isNew={!form.stored} whole />
        </>
      )}
      {toDo.length > 0 && (
        <>
          <h3>{t('networks.toDo')}</h3>
          <ul className="ic-stack ic-gap-4 ic-break ic-indent">
            {toDo.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      )}
      <h3>{t('networks.sources', { day: checked.replaceAll('-', '/') })}</h3>
      <ul className={`ic-list ${styles.sources}`}>
        {sources.map(({ url, own }) => (
          <li key={url}>
            <a className="ic-shrink ic-break" href={url} target="_blank" rel="noreferrer">
              {decodeURI(url.replace('https://', ''))}
            </a>
            {!own && <span className="ic-hint">{t('networks.others')}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
