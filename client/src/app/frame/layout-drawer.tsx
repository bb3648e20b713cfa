import { Button, Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { textAt } from '../../i18n/i18n';
import { useLayout } from '../../preferences/layout-context';
import { type LayoutSettings, layoutValues } from '../../preferences/layout-settings';
import { useOverlayNav } from '../../preferences/use-frame-top';
import { colourVariables } from '../../theme/css-variables';
import { menuColours, paletteOf, type Skin } from '../../theme/skins';
import { useThemeName } from '../../theme/theme-provider';
import styles from './layout-drawer.module.css';
import { type ReactNode, useId } from 'react';

interface LayoutChoiceProps<V> {
  name: string;
  label: string;
  values: readonly { value: V; label: string; preview?: ReactNode }[];
  chosen: V;
  /** Whether the setting has no effect given the other settings. */
  idle: boolean;
  onChoose: (value: V) => void;
}

/** One layout setting with all its values. */
function LayoutChoice<V extends string | boolean>({
  name,
  label,
  values,
  chosen,
  idle,
  onChoose,
}: LayoutChoiceProps<V>) {
  const { t } = useTranslation();
  const id = useId();
  const hasPreviews = values.some(({ preview }) => preview !== undefined);
  return (
    <fieldset className={styles.choice} disabled={idle}>
      <legend>
        {label}
        {idle && <span className="ic-block ic-hint">{t('layout.idle')}</span>}
      </legend>
      <div className={hasPreviews ? styles.pictures : `ic-flex ic-hidden ${styles.segments}`}>
        {values.map(({ value, label: text, preview }) => (
          <label
            key={String(value)}
            className={
              hasPreviews
                ? `ic-stack ic-align-center ic-relative ic-gap-4 ic-pointer ic-text-12 ic-text-center ${styles.picture}`
                : `ic-fill ic-relative ic-pointer ic-text-13 ic-text-center ${styles.segment}`
            }
          >
            <input
              type="radio"
              name={`${id}-${name}`}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            {preview}
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Settings by group. */
const GROUPS: readonly { key: 'look' | 'menu' | 'page'; settings: readonly (keyof LayoutSettings)[] }[] = [
  { key: 'look', settings: ['theme', 'skin', 'semiDarkMenu'] },
  { key: 'menu', settings: ['navType', 'navCollapsed', 'navPinned', 'horizontalNavType'] },
  {
    key: 'page',
    settings: ['navbarType', 'navbarBlur', 'footerType', 'contentWidth', 'tableDensity', 'rightToLeft'],
  },
];

/** Miniature of a page in the colours of a skin. */
function SkinPreview({ skin }: { skin: Skin }) {
  const theme = useThemeName();
  return (
    <span
      className={`ic-flex ic-wide ic-hidden ${styles.preview}`}
      style={colourVariables(paletteOf(theme, skin))}
      aria-hidden="true"
    >
      <span
        className={`ic-stack ic-surface ${styles.previewMenu}`}
        style={colourVariables(menuColours(theme, skin, false))}
      >
        <i />
        <i />
        <i />
      </span>
      <span className={styles.previewPage}>
        <i />
      </span>
    </span>
  );
}

/** Returns the settings that have no effect given the others. */
function useIdle(): ReadonlySet<keyof LayoutSettings> {
  const { settings } = useLayout();
  const theme = useThemeName();
  const narrow = useOverlayNav();
  const vertical = settings.navType === 'vertical';
  const idle: (keyof LayoutSettings)[] = [
    ...(theme === 'dark' || !['ic_default', 'bordered'].includes(settings.skin)
      ? (['semiDarkMenu'] as const)
      : []),
    ...(narrow || !vertical ? (['navCollapsed', 'navPinned'] as const) : []),
    ...(narrow || vertical ? (['horizontalNavType'] as const) : []),
    ...(narrow ? (['navType'] as const) : []),
    ...(settings.navbarType !== 'sticky' ? (['navbarBlur'] as const) : []),
  ];
  return new Set(idle);
}

/** Drawer with all layout settings. Each takes effect at once and is stored in this browser. */
export function LayoutDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { settings, set, reset } = useLayout();
  const narrow = useOverlayNav();
  const idle = useIdle();
  const choice = <K extends keyof LayoutSettings>(name: K) => (
    <LayoutChoice
      key={name}
      name={name}
      label={textAt(t, `layout.${name}.label`)}
      values={layoutValues(name).map((value) => ({
        value,
        label: textAt(t, `layout.${name}.${String(value)}`),
        preview:
          name === 'skin' ? (
            <SkinPreview skin={layoutValues('skin').find((skin) => skin === value) ?? 'ic_default'} />
          ) : undefined,
      }))}
      chosen={settings[name]}
      idle={idle.has(name)}
      onChoose={(value) => set(name, value)}
    />
  );
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement={settings.rightToLeft ? 'left' : 'right'}
      size={narrow ? 380 : 560}
      title={t('frame.layout')}
      mask={{ blur: false }}
      // The page beside the drawer shows the effect.
      styles={{ mask: { background: 'transparent' } }}
      footer={
        <div className="ic-row ic-between ic-gap-12 ic-hint">
          <span>{t('layout.kept')}</span>
          <Button onClick={reset}>{t('layout.reset')}</Button>
        </div>
      }
    >
      {GROUPS.map(({ key, settings: names }) => (
        <section key={key} className={styles.group}>
          <h2 className="ic-mb-8 ic-note">{t(`layout.groups.${key}`)}</h2>
          {names.map((name) => choice(name))}
        </section>
      ))}
    </Drawer>
  );
}
