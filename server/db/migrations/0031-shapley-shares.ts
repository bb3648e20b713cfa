import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addModel } from './add-model';

/** Paths with an ad that was contacted more than once. */
const REPEATED = `SELECT conversion_id, class, COUNT(DISTINCT ad_id) AS ads FROM conversion_touch
  GROUP BY conversion_id, class HAVING COUNT(*) > COUNT(DISTINCT ad_id)`;

/** Adds the model SHAPLEY, with the shares of all stored touches: 1 / (ads of the path * touches of the ad). */
export class ShapleyShares1700000300031 implements MigrationInterface {
  up = (runner: QueryRunner): Promise<void> => addModel(runner, 6, () => this.fill(runner));

  private async fill(runner: QueryRunner): Promise<void> {
    // Without repeated ads, the shares are those of LINEAR.
    await runner.query('UPDATE conversion_touch SET share_6 = share_1');
    await runner.query('DROP TABLE IF EXISTS touch_share');
    await runner.query(`CREATE TABLE touch_share (conversion_id bigint NOT NULL, class integer NOT NULL,
      ad_id integer NOT NULL, share double NOT NULL, PRIMARY KEY (conversion_id, class, ad_id))`);
    await runner.query(`INSERT INTO touch_share (conversion_id, class, ad_id, share)
      SELECT t.conversion_id, t.class, t.ad_id, 1e0 / (r.ads * COUNT(*))
        FROM (${REPEATED}) r JOIN conversion_touch t ON t.conversion_id = r.conversion_id AND t.class = r.class
        GROUP BY t.conversion_id, t.class, t.ad_id, r.ads`);
    const own = `SELECT s.share FROM touch_share s WHERE s.conversion_id = conversion_touch.conversion_id
      AND s.class = conversion_touch.class AND s.ad_id = conversion_touch.ad_id`;
    await runner.query(`UPDATE conversion_touch SET share_6 = (${own}) WHERE EXISTS (${own})`);
    await runner.query('DROP TABLE touch_share');
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
