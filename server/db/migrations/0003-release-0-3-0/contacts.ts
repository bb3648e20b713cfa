import { Table, type QueryRunner } from 'typeorm';
import { bigint, index, int, KEY, smallint, varchar } from '../tables';
import { addColumns } from './add-columns';

/** Takes a column from the earliest counted landing that carries a click's id. */
const ofLanding = (column: string): string => `(
  SELECT a.${column} FROM access_ref r JOIN access a ON a.product_id = r.product_id AND a.id = r.access_id
  WHERE r.product_id = interaction.product_id AND r.interaction_ref = interaction.id
    AND r.visitor_id = interaction.visitor_id AND a.excluded_reason IS NULL
  ORDER BY r.time, r.access_id LIMIT 1)`;

/** Adds click ids, the landings of clicks, and what tells a landing's way out of an app. */
export async function changeContacts(runner: QueryRunner): Promise<void> {
  await addColumns(runner, 'interaction', {
    click_ids: 'text NULL',
    click_keys: 'varchar(512) NULL',
    landing_signs: 'smallint NULL',
  });
  await addColumns(runner, 'access_ref', {
    in_app: 'smallint NOT NULL DEFAULT 0',
    network: 'varchar(5) NULL',
  });
  const columns = [
    int('product_id', KEY),
    varchar('click_key', 32, KEY),
    smallint('kind', KEY),
    bigint('time', KEY),
    varchar('event_id', 128, KEY),
    varchar('visitor_id', 128),
  ];
  const indices = [
    index('ix_click_key_visitor', 'product_id', 'visitor_id', 'time'),
    index('ix_click_key_time', 'product_id', 'kind', 'time'),
  ];
  await runner.createTable(new Table({ name: 'click_key', columns, indices }), true);
  await runner.query(
    `UPDATE interaction SET landing_url = ${ofLanding('url')}, referrer = ${ofLanding('referrer')}, access_id = ${ofLanding('id')}
      WHERE access_id IS NULL AND door <> 'landing' AND EXISTS (
        SELECT 1 FROM access_ref r WHERE r.product_id = interaction.product_id AND r.interaction_ref = interaction.id)`,
  );
}
