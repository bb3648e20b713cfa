import type { RedirectFieldsFragment } from '../../../generated/graphql';
import { settings } from '../../../generated/settings';
import { settingScreens } from '../../../kit/setting/setting-screens';
import { defineSetting } from '../../../kit/setting/define-setting';
import { LinkOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { CodeLine } from '../../../kit/copy-button';
import { Stack } from '../../../kit/page';
import { useFieldTexts } from '../../../kit/use-field-texts';
import { WHOLE_RATE } from '../../../../../shared/domain/delivery';
import { roundParts } from '../../../../../shared/format';
import { normaliseNumber } from '../../../../../shared/settings/fields/formats';
import type { UnknownRecord } from '../../../../../shared/records';
import { useForm, type FormHandle } from '../../../kit/form/form-engine';
import { Link } from 'react-router-dom';
import { filterName } from '../../../../../shared/catalog';

/** Parses the rate of an entry, which may still be typed text. */
function rateOf({ rate }: UnknownRecord): number {
  const number = typeof rate === 'number' ? rate : Number(normaliseNumber(String(rate ?? '')));
  return Number.isFinite(number) ? number : 0;
}

/** Sum of the rates, a warning if it isn't 100, and a button to split evenly. */
function RateTotal({ entries }: { entries: readonly UnknownRecord[] }) {
  const { t } = useTranslation();
  const { set, readOnly } = useForm();
  if (entries.length === 0) return null;
  const total = entries.reduce((sum, entry) => sum + rateOf(entry), 0);
  const rest = Math.abs(WHOLE_RATE - total);
  const state = total === WHOLE_RATE ? 'exact' : total > WHOLE_RATE ? 'over' : 'under';
  const split = (): void => {
    const rates = roundParts(
      entries.map(() => WHOLE_RATE / entries.length),
      0,
    );
    set(
      'lpo',
      entries.map((entry, index) => ({ ...entry, rate: rates[index] })),
    );
  };
  return (
    <span role="status" style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
      {!readOnly && entries.length > 1 && (
        <Button type="link" size="small" onClick={split}>
          {t('settings.lpo.even')}
        </Button>
      )}
      <strong style={{ color: state === 'exact' ? 'var(--ic-success)' : 'var(--ic-error)' }}>
        {t('settings.lpo.total', { total })}
        {t(`settings.lpo.${state}`, { rest })}
      </strong>
    </span>
  );
}

/** Offers the two pages that a test compares at least, with equal rates. */
function readyTest(flag: unknown, { values, set }: FormHandle): void {
  if (flag !== true || (Array.isArray(values.lpo) && values.lpo.length > 0)) return;
  const half = WHOLE_RATE / 2;
  set('lpo', [
    { title: 'A', url: values.redirectUrl ?? '', rate: half },
    { title: 'B', url: '', rate: WHOLE_RATE - half },
  ]);
}

/** Posting URL of a redirect, to copy and test, and the report of its test. */
function RedirectLinks({ one }: { one: RedirectFieldsFragment }) {
  const { t } = useTranslation();
  const texts = useFieldTexts('redirect');
  return (
    <Stack>
      <CodeLine
        label={texts.label('submittionUrl')}
        text={one.submittionUrl}
        hint={t('settings.links.submittionHint')}
      />
      <span>
        <Button icon={<LinkOutlined />} href={one.submittionUrl} target="_blank" rel="noreferrer">
          {t('settings.hits.testClick')}
        </Button>
      </span>
      {one.lpoFlag && (
        <Link to={`/analyze/lpo?${filterName('redirect')}=${one.id}`}>{t('settings.lpo.toReport')}</Link>
      )}
    </Stack>
  );
}

/** Short text of a redirect's variants: titles with their shares. */
function VariantsText({ variants }: { variants: readonly { title: string; rate: number }[] }) {
  return <>{variants.map(({ title, rate }) => `${title} ${rate}%`).join(' ／ ')}</>;
}

/** Redirects that record clicks, with split delivery of landing pages. */
export const { List, Detail } = settingScreens(
  defineSetting(settings.redirect, {
    key: 'redirect_setting',
    nameOf: ({ ad, id }) => `${ad.label} #${id}`,
    preset: (parameters) =>
      /^[1-9]\d*$/.test(parameters.get('adId') ?? '') ? { adId: Number(parameters.get('adId')) } : {},
    form: {
      entity: 'redirect',
      sections: [
        {
          key: 'basic',
          title: (t) => t('settings.section.basic'),
          items: [{ name: 'adId', whole: true }, 'redirectUrl', { name: 'dynamicLpurl', whole: true }],
        },
        {
          key: 'landing',
          title: (t) => t('settings.section.landing'),
          items: [
            { name: 'lpoFlag', whole: true, changed: readyTest },
            {
              name: 'lpo',
              addLabel: (t) => t('settings.lpo.add'),
              foot: (entries) => <RateTotal entries={entries} />,
              when: ({ lpoFlag, lpo }) => lpoFlag === true || (Array.isArray(lpo) && lpo.length > 0),
              required: ({ lpoFlag }) => lpoFlag === true,
            },
          ],
        },
      ],
    },
    columns: (column) => [
      column.id({ hidden: true }),
      column.label('ad', { width: 240, names: true }),
      column.copy('submittionUrl', { width: 280 }),
      column.text('redirectUrl', { width: 260 }),
      column.flag('lpoFlag', { width: 160 }),
      { key: 'lpo', width: 220, sortable: false, render: ({ lpo }) => <VariantsText variants={lpo} /> },
      column.flag('dynamicLpurl', { width: 220, hidden: true }),
      column.time('updatedAt'),
    ],
    filters: [
      { name: 'adId', refers: 'ad' },
      { name: 'lpoFlag', flag: true },
      { name: 'dynamicLpurl', flag: true },
    ],
    nextStep: (one) => <RedirectLinks one={one} />,
    belowForm: (one) => <RedirectLinks one={one} />,
  }),
);
