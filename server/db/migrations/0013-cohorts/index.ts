import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { COHORT_TABLES } from './cohort-tables';

/** Joins from a conversion to the same customer's conversions, by indexes of both databases. */
const SAME_CUSTOMER = [
  'c.user_id = a.user_id WHERE a.user_id IS NOT NULL',
  'c.visitor_id = a.visitor_id AND c.user_id IS NULL WHERE a.user_id IS NULL',
];

/**
 * Returns the statement that stores existing later conversions. It starts at each customer's first LAST
 * conversion, so its time is linear in the conversions.
 */
const laterConversions = (sameCustomer: string): string => `
  INSERT INTO later_conversion (product_id, day, conversion_id, acquired_by, acquired_day, first_of_month, amount_sen)
  SELECT product_id, day, id, acquired_by, acquired_day, CASE WHEN place = 1 AND FLOOR(day / 100) > FLOOR(acquired_day / 100) THEN 1 ELSE 0 END, amount_sen
  FROM (
    SELECT c.product_id, c.day, c.id, a.id AS acquired_by, a.day AS acquired_day, c.amount_sen,
      ROW_NUMBER() OVER (PARTITION BY a.id, FLOOR(c.day / 100) ORDER BY c.time, c.event_id, c.cv_setting_id) AS place
    FROM conversion a JOIN conversion c ON c.product_id = a.product_id AND c.cv_type = 1 AND c.repeated = 1 AND c.excluded_reason IS NULL AND ${sameCustomer}
      AND a.cv_type = 1 AND a.repeated = 0 AND a.excluded_reason IS NULL
  ) later`;

/**
 * Stores what customers do after their acquiring conversion. The worker computes the rollups day by day,
 * newest first.
 */
export class Cohorts1700000000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of COHORT_TABLES) await runner.createTable(new Table(table));
    for (const sameCustomer of SAME_CUSTOMER) await runner.query(laterConversions(sameCustomer));
    await runner.query(
      `INSERT INTO stale_day (product_id, day, since, marks)
        SELECT DISTINCT l.product_id, l.day, ${Date.now()}, 1 FROM later_conversion l
        WHERE NOT EXISTS (SELECT 1 FROM stale_day s WHERE s.product_id = l.product_id AND s.day = l.day)`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
