import { Modal } from 'antd';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from '../../kit/dialog/confirm-dialog';
import { COMMAND_KEY } from './use-help-keys';

/** Shortcuts that work on many pages. A page with more shortcuts shows its sheet with the same key. */
const SHORTCUTS = {
  everywhere: [
    ['palette', [`${COMMAND_KEY} K`]],
    ['sheet', ['?']],
    ['close', ['Esc']],
  ],
  tables: [
    ['walk', ['↑', '↓', '←', '→']],
    ['columnMenu', ['↓']],
    ['columnWidth', ['Shift ←', 'Shift →']],
  ],
} as const satisfies Record<string, readonly (readonly [string, readonly string[]])[]>;

const PLACES = ['everywhere', 'tables'] as const;

/** Sheet of all shortcuts. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  return (
    <Modal open width={560} title={t('palette.shortcuts.title')} footer={null} onCancel={onClose}>
      {PLACES.map((place) => (
        <section key={place}>
          <h3 className="ic-text-13 ic-strong ic-muted ic-mt-8">{t(`palette.shortcuts.${place}`)}</h3>
          <dl className="ic-grid ic-align-baseline ic-mb-16 ic-pairs">
            {SHORTCUTS[place].map(([name, keys]) => (
              <Fragment key={name}>
                <dt className="ic-flex ic-gap-4 ic-nowrap">
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{t(`palette.shortcuts.${name}`)}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
