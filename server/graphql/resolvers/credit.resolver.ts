import { int, opt, text, typeOf } from '../fields';
import { query, resolver } from '../operation';

/** Explains the credit of a conversion's ads. */
export const CreditResolver = resolver({
  creditExplanation: query(
    typeOf('CreditExplanation'),
    {
      conversionId: text,
      productId: int,
      cvSettingId: opt(int),
      attributionModel: opt(int),
      evaluation: opt(int),
      windowDays: opt(int),
    },
    ({ services, actor }, args) => services.credits.explain(actor, args),
  ),
});
