import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { productDatabase } from '../../server/composition/open-database';
import { parseDatabaseUrl } from '../../server/config/config';

/** The hand-written list: one JOIN, renamed columns, JSON. */
const SQL = `SELECT a.id, a.ad_name AS adName, a.status, a.click_cost_sen / 100 AS clickCost, g.id AS agencyId, g.agency_name AS agency,
    s.id AS aspId, s.asp_name AS asp, c.id AS adCategoryId, c.title AS adCategory,
    t1.id AS adType1Id, t1.title AS adType1, t2.id AS adType2Id, t2.title AS adType2, t3.id AS adType3Id, t3.title AS adType3
  FROM ad a LEFT JOIN agency g ON g.id = a.agency_id LEFT JOIN asp s ON s.id = a.asp_id LEFT JOIN ad_category c ON c.id = a.ad_category_id
  LEFT JOIN ad_type t1 ON t1.id = a.ad_type1_id LEFT JOIN ad_type t2 ON t2.id = a.ad_type2_id LEFT JOIN ad_type t3 ON t3.id = a.ad_type3_id
  WHERE a.product_id = ? ORDER BY a.id LIMIT 9999`;

type Row = Record<string, unknown>;

const relation = (row: Row, name: string): Row | null =>
  row[`${name}Id`] === null ? null : { id: row[`${name}Id`], label: row[name] };

/** Builds the shape of the GraphQL response: relations as objects of id and label. */
const shaped = (row: Row): Row => ({
  id: row.id,
  adName: row.adName,
  status: row.status === 1,
  clickCost: row.clickCost,
  agency: relation(row, 'agency'),
  asp: relation(row, 'asp'),
  adCategory: relation(row, 'adCategory'),
  adType1: relation(row, 'adType1'),
  adType2: relation(row, 'adType2'),
  adType3: relation(row, 'adType3'),
});

const main = async (url: string, productId: number): Promise<void> => {
  const db = productDatabase(parseDatabaseUrl(url));
  await db.connect();
  const server = createServer((_request, response) => {
    void db.read<Row>(SQL, [productId]).then((rows) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ data: { ads: { results: rows.map(shaped) } } }));
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
};

process.once(
  'message',
  ({ url, productId }: { url: string; productId: number }) => void main(url, productId),
);
