import { messageText } from '../../auth/failure';
import { int, typeOf } from '../fields';
import { query, resolver } from '../operation';

export const ProductSetupResolver = resolver({
  productSetup: query(typeOf('ProductSetup'), { id: int }, async ({ services, actor, locale }, { id }) => {
    const setup = await services.productSetup.get(actor, id);
    return {
      ...setup,
      missing: setup.missing.map((code) => ({ code, label: messageText({ key: `setup_${code}` }, locale) })),
    };
  }),
});
