import { ListService } from '../../records/list.service';
import { defineSettingList } from '../../records/setting-list';
import { ofProducts } from '../../records/visibility';
import type { Database } from '../../db/database';
import { Product } from './product.entity';

/** Creates the list of products that the actor may open. */
export const productService = (db: Database, urls: { readonly trackerUrl: string }): ListService =>
  new ListService(db, () =>
    defineSettingList(db, Product, {
      menu: 'products',
      guard: (actor, _grant, products) => [ofProducts(actor, products, 'e.id')],
      computed: {
        tag: {
          needs: ['id'],
          make: (row) => `<script async src="${urls.trackerUrl}/tag/${Number(row.id)}.js"></script>`,
        },
      },
      relations: { cvSettings: ['id'] },
      keyword: ['e.product_name', 'e.product_domain', 'e.product_url'],
    }),
  );
