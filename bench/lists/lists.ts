import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { insertRows, type Database } from '../../server/db/database';
import { newLinkCode } from '../../server/db/demo/settings/link-code';
import { newRow } from '../../server/db/demo/settings/new-row';
import { createSyntheticAds } from '../../server/db/demo/synthetic-settings';
import { AdType } from '../../server/modules/ad-type/ad-type.entity';
import { Product } from '../../server/modules/product/product.entity';
import { createReader, type Reader } from '../reader';
import type { Figure } from '../goals';
import type { BenchData } from '../history';
import { inTurns, timed } from '../measure';

const ADS = 10_000;
const RELATIONS = ['agency', 'asp', 'adCategory', 'adType1', 'adType2', 'adType3'];
const QUERY = `query ($p: Int!) { ads(productId: $p, pageSize: 9999, sortName: "id") {
  results { id adName status clickCost ${RELATIONS.map((name) => `${name} { id label }`).join(' ')} } } }`;

/** A product with ten thousand ads that all have their six relations. */
const makeAds = async (db: Database, companyId: number): Promise<number> =>
  db.write(async (tx) => {
    const { id: productId } = await tx.manager.save(newRow(Product, { companyId, productName: 'many ads' }));
    await createSyntheticAds(tx, productId, 100);
    for (const sequence of [1, 2, 3]) {
      const { id } = await tx.manager.save(newRow(AdType, { productId, sequence, title: `種別 ${sequence}` }));
      await tx.execute(`UPDATE ad SET ad_type${sequence}_id = ? WHERE product_id = ?`, [id, productId]);
    }
    // The other 9,900 are copies: through the entities each would be a statement of its own.
    const rows = await tx.query<Record<string, string | number | null>>('SELECT * FROM ad WHERE product_id = ?', [productId]);
    const columns = Object.keys(rows[0]!).filter((column) => column !== 'id');
    const copies = Array.from({ length: ADS - rows.length }, (_, i) => ({ ...rows[i % rows.length]!, code: newLinkCode(), ad_name: `広告 ${i}` }));
    await insertRows(tx, 'ad', columns, copies.map((row: Record<string, string | number | null>) => columns.map((column) => row[column] ?? null)));
    return productId;
  });

const startPlain = async (url: string, productId: number): Promise<{ address: string; stop: () => Promise<void> }> => {
  const child = fork(join(__dirname, 'plain-child.ts'), { execArgv: ['--import', 'tsx'] });
  child.send({ url, productId });
  const [port] = (await once(child, 'message')) as [number];
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { address: `http://127.0.0.1:${port}`, stop };
};

/** The list of 9,999 ads with six relations through GraphQL against the same list by hand, both over HTTP. */
export const measureLists = async (data: BenchData, url: string, where: string, rounds: number): Promise<Figure> => {
  const productId = await makeAds(data.db, data.actor.companyId);
  const reader: Reader = await createReader(data, url);
  const plain = await startPlain(url, productId);
  try {
    let bytes = 0;
    const graphql = async (): Promise<void> => {
      bytes = await reader.ask(QUERY, { p: productId });
    };
    const byHand = async (): Promise<string> => (await fetch(plain.address)).text();
    const pair = await inTurns(rounds, () => timed(graphql), () => timed(byHand));
    const detail = `${(bytes / 1024 / 1024).toFixed(1)} MB: ${pair.ours.median.toFixed(0)} ms / ${pair.base.median.toFixed(0)} ms`;
    return { goal: 'adList', where, value: pair.ratio, detail };
  } finally {
    await plain.stop();
    await reader.stop();
  }
};
