import { createHash } from 'node:crypto';
import { pageLinkFields, validate, viewLimits } from '../../../shared/settings';
import type { UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import { badInput, notFound } from '../../auth/failure';
import { requireProduct } from '../../auth/permissions';
import type { Database } from '../../db/database';
import type { SavedViewService } from '../saved-view/saved-view.service';
import { PageLink } from './page-link.entity';

/** Where a short link leads. */
export interface LinkedPage extends Pick<PageLink, 'code' | 'path'> {
  readonly search: string;
  /** Whether it is that of a saved view. */
  readonly saved: boolean;
}

type Page = Pick<PageLink, 'companyId' | 'productId' | 'path' | 'search'>;

/** One page in one state has one link, whoever makes it: made twice it is the same. 96 bits, as those of saved views. */
const codeOf = ({ companyId, productId, path, search }: Page): string =>
  createHash('sha256')
    .update(JSON.stringify([companyId, productId, path, search]))
    .digest()
    .subarray(0, 12)
    .toString('base64url');

/** Short links to pages of the console, and where each leads. */
export class PageLinkService {
  constructor(
    private readonly db: Database,
    private readonly savedViews: Pick<SavedViewService, 'open'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** The short link of a page in a state. @throws BAD_USER_INPUT, FORBIDDEN for a product outside the actor's list */
  async create(actor: Actor, input: UnknownRecord): Promise<LinkedPage> {
    const productId = input.productId == null ? null : Number(input.productId);
    if (productId !== null) requireProduct(actor, productId);
    const { values, errors } = validate(pageLinkFields, input);
    if (Object.keys(errors).length > 0) throw badInput(errors);
    const page = {
      companyId: actor.companyId,
      productId,
      path: String(values.path),
      search: values.search == null ? null : String(values.search),
    };
    const code = codeOf(page);
    await this.db.write(async (tx) => {
      if (await tx.manager.existsBy(PageLink, { code })) return;
      const made = await tx.manager.countBy(PageLink, { userId: actor.userId });
      if (made >= viewLimits.links)
        throw badInput({ path: { key: 'tooMany', params: { max: viewLimits.links } } });
      // Two windows may make the same one at once: the later finds it there.
      await tx.manager
        .createQueryBuilder()
        .insert()
        .into(PageLink)
        .values({ ...page, code, userId: actor.userId, createdAt: new Date(this.now()) })
        .orIgnore()
        .execute();
    });
    return { code, path: page.path, search: page.search ?? '', saved: false };
  }

  /**
   * Where a short link leads, that of a saved view too. Who was sent one sees the page with their own rights: a link opens
   * nothing that its address would not. @throws NOT_FOUND, for those of other companies and of products outside the actor's list too
   */
  async open(actor: Actor, code: string): Promise<LinkedPage> {
    const link = await this.db.reader.getRepository(PageLink).findOneBy({ code });
    if (!link) {
      const { path, search } = await this.savedViews.open(actor, code);
      return { code, path, search, saved: true };
    }
    const { companyId, productId, path, search } = link;
    if (companyId !== actor.companyId || (productId !== null && !actor.productIds.includes(productId)))
      throw notFound();
    return { code, path, search: search ?? '', saved: false };
  }
}
