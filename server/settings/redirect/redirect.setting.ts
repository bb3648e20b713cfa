import { Failure } from '../../auth/failure';
import type { SettingValues, SettingDefinition, Wrong } from '../../records/setting-definition';
import { counting } from '../../records/write/dependents';
import { newLinkCode } from '../../records/link-code';
import { lpoPart, type Variant } from './lpo.part';
import { Redirect } from './redirect.entity';
import { select } from '../../db/statements';
import { redirectList } from './redirect.service';

/** Variants are complete because field validation has checked them. */
type RedirectValues = Omit<SettingValues<'redirect'>, 'lpo'> & { lpo: readonly Variant[] | null };

/** Normalizes variants for comparison and storage: fields in one order, new ones without an id. */
function entriesOf(values: RedirectValues, known: ReadonlySet<number>): { entries: Variant[]; wrong: Wrong } {
  const sent = values.lpo ?? [];
  const seenIds = new Set<number>();
  const wrong: Wrong = {};
  const entries = sent.map(({ id, title, url, rate }, i): Variant => {
    if (id == null) return { title, url, rate };
    if (!known.has(id) || seenIds.has(id)) wrong[`lpo[${i}].id`] = { key: 'noSuchEntry' };
    seenIds.add(id);
    return { id, title, url, rate };
  });
  return { entries, wrong };
}

/** Redirects with their landing page variants. */
export const redirects: SettingDefinition<Redirect, RedirectValues> = {
  name: 'redirect',
  fields: {
    id: 'int',
    productId: 'int',
    adId: 'int',
    ad: 'label',
    redirectUrl: 'text',
    redirectLink: 'text',
    submittionUrl: 'text',
    lpoFlag: 'bool',
    dynamicLpurl: 'bool',
    lpo: { entry: 'LpoEntry' },
  },
  list: redirectList,
  target: Redirect,
  menu: 'redirects',
  owner: 'product',
  title: 'redirectUrl',
  parts: { lpo: lpoPart },
  dependents: [counting('interaction', 'interaction', 'product_id = :product AND redirect_id = :id')],
  /** Takes the product from the ad. Refuses an unknown ad or one that the actor may not see. */
  productOf: async (tx, actor, { adId }) => {
    if (adId == null || !Number.isInteger(Number(adId))) return null;
    const [ad] = await select<{ product_id: number }>(tx)`SELECT product_id FROM ad
      WHERE id = ${Number(adId)}`;
    if (ad && actor.productIds.includes(ad.product_id)) return ad.product_id;
    throw new Failure('FORBIDDEN', 'noPermissionForConditions', {
      fields: { adId: [{ key: 'noPermissionForConditions' }] },
    });
  },
  validate: ({ current, values }) => {
    const known = new Set((current?.values.lpo ?? []).map(({ id }) => Number(id)));
    // A copy of another redirect gets its own variants.
    if (!current) values.lpo = (values.lpo ?? []).map(({ title, url, rate }) => ({ title, url, rate }));
    const { entries, wrong } = entriesOf(values, known);
    values.lpo = entries;
    return wrong;
  },
  complete: (row) => {
    row.code ??= newLinkCode();
  },
};
