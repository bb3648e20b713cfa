import { WHOLE_RATE } from '../domain/delivery';
import { flag, integer, list, ref, text, url } from './fields';

/** Redirect: a link of an ad with up to five landing page variants. */
export const redirectFields = {
  adId: ref('ad', true),
  redirectUrl: url({ required: true }),
  lpoFlag: flag(),
  dynamicLpurl: flag(),
  lpo: list(
    {
      /** Identifies an existing variant; absent for a new one. */
      id: integer({ min: 1 }),
      title: text({ required: true }),
      url: url({ required: true }),
      rate: integer({ required: true, min: 0, max: WHOLE_RATE }),
    },
    { max: 5 },
  ),
};
