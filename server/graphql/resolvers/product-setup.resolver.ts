import { messageText } from '../../auth/failure';
import { bool, instant, int, listOf, objectType, opt, ref, text } from '../fields';
import { query, resolver } from '../operation';

const SetupGapType = objectType('SetupGap', { code: text, label: text });
const SeenHostType = objectType('SeenHost', { host: text, views: int, known: bool });
const CvSettingStateType = objectType('CvSettingState', {
  id: int,
  title: text,
  lastConversionAt: opt(instant),
});
const RejectedEventCountType = objectType('BadEventCount', {
  door: text,
  reason: text,
  count: int,
  lastAt: instant,
});
const ProductSetupType = objectType('ProductSetup', {
  productId: int,
  waitingSince: instant,
  lastTagAt: opt(instant),
  lastAccessAt: opt(instant),
  lastClickAt: opt(instant),
  lastConversionAt: opt(instant),
  missing: listOf(ref(() => SetupGapType)),
  hosts: listOf(ref(() => SeenHostType)),
  cvSettings: listOf(ref(() => CvSettingStateType)),
  badEvents: listOf(ref(() => RejectedEventCountType)),
});

export const ProductSetupResolver = resolver({
  productSetup: query(ProductSetupType, { id: int }, async ({ services, actor, locale }, { id }) => {
    const setup = await services.productSetup.get(actor, id);
    return {
      ...setup,
      missing: setup.missing.map((code) => ({ code, label: messageText({ key: `setup_${code}` }, locale) })),
    };
  }),
});
