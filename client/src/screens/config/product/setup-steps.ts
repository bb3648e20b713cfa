import type { TFunction } from 'i18next';

/** Element ids on the product page. */
export const FORM_PLACE = 'product-form';
export const TAG_PLACE = 'product-tag';

interface Step {
  readonly to: string;
  readonly place: (t: TFunction) => string;
}

const form: Step = { to: `#${FORM_PLACE}`, place: (t) => t('settings.section.basic') };
const tag: Step = { to: `#${TAG_PLACE}`, place: (t) => t('settings.product.tagSection') };
const cvSettings: Step = { to: '/ad/cv-setting', place: (t) => t('menu.cv_setting') };

/** Where to fix each missing step, by the server's code. */
const steps: Readonly<Record<string, Step>> = {
  no_domain: form,
  no_cv_setting: cvSettings,
  no_ad: { to: '/ad/setting', place: (t) => t('menu.ad_setting') },
  no_hit: tag,
  only_servers: tag,
  silent_landings: tag,
  wrong_domain: { to: '/ad/crossdomain-setting', place: (t) => t('menu.crossdomain_setting') },
  only_excluded: { ...form, place: (t) => t('settings.section.measurement') },
  wrong_order: tag,
  no_click: { to: '/ad/ad', place: (t) => t('menu.ad') },
  no_conversion: cvSettings,
  bad_events: { to: '/log/refused', place: (t) => t('menu.log_refused') },
};

export const stepOf = (code: string): Step | undefined => steps[code];
