import { createHash } from 'node:crypto';
import { pageLinkFields, viewLimits } from '../../../shared/settings';
import type { UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import { badInput, notFound } from '../../auth/failure';
import { requireProduct } from '../../auth/permissions';
import { validInput } from '../../records/write/valid-input';
import type { Database } from '../../db/database';
import { takeTurn } from '../../db/turn';
import type { SavedViewService } from '../saved-view/saved-view.service';
import { visibleConditions } from '../visible-conditions';
import { PageLink } from './page-link.entity';

/** Target of a short link. */
export interface LinkedPage extends Pick<PageLink, 'code' | 'path'> {
  readonly search: string;
  /** Whether it is a saved view. */
  readonly saved: boolean;
}

type Page = Pick<PageLink, 'companyId' | 'productId' | 'path' | 'search'>;

/**
 * Derives the link's code from the page, so the same page in the same state always has the same link. The code
 * has 96 bits, like those of saved views.
 */
const codeOf = ({ companyId, productId, path, search }: Page): string =>
  createHash('sha256')
    .update(JSON.stringify([companyId, productId, path, search]))
    .digest()
    .subarray(0, 12)
    .toString('base64url');

/** Creates and resolves short links to console pages. */
export class PageLinkService {
  constructor(
    private readonly db: Database,
    private readonly savedViews: SavedViewService,
    private readonly now: () => number = Date.now,
  ) {}

  /** Creates the short link of a page. @throws BAD_USER_INPUT, FORBIDDEN for a product outside the actor's list */
  async create(actor: Actor, input: UnknownRecord): Promise<LinkedPage> {
    const productId = input.productId == null ? null : Number(input.productId);
    if (productId !== null) requireProduct(actor, productId);
    const values = validInput(pageLinkFields, input);
    const page = {
      companyId: actor.companyId,
      productId,
      path: String(values.path),
      search: values.search == null ? null : String(values.search),
    };
    const code = codeOf(page);
    await this.db.write(async (tx) => {
      await takeTurn(tx, `page links:${actor.userId}`);
      if (await tx.manager.existsBy(PageLink, { code })) return;
      const count = await tx.manager.countBy(PageLink, { userId: actor.userId });
      if (count >= viewLimits.links)
        throw badInput({ path: { key: 'tooMany', params: { count: viewLimits.links } } });
      // Two windows may create the same link at once; the second one reuses it.
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
   * Resolves a short link, including links of saved views. The page applies the recipient's own rights, so a
   * link grants no access.
   * @throws NOT_FOUND, also for links of other companies and of products outside the actor's list
   */
  async open(actor: Actor, code: string): Promise<LinkedPage> {
    const link = await this.db.reader.getRepository(PageLink).findOneBy({ code });
    if (!link) {
      const { path, search } = await this.savedViews.open(actor, code, new Set(['path', 'search']));
      return { code, path: String(path), search: String(search), saved: true };
    }
    const { companyId, productId, path, search, userId } = link;
    if (companyId !== actor.companyId || (productId !== null && !actor.productIds.includes(productId)))
      throw notFound();
    return { code, path, search: visibleConditions(actor, search ?? '', userId), saved: false };
  }
}
