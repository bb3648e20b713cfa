import type { MigrationInterface, QueryRunner } from 'typeorm';

async function setDefault(runner: QueryRunner, value: '0' | '1'): Promise<void> {
  const column = (await runner.getTable('ad'))?.findColumnByName('redirect_flag');
  if (!column) throw new Error('ad.redirect_flag is missing');
  const changed = column.clone();
  changed.default = value;
  await runner.changeColumn('ad', column, changed);
}

/**
 * Makes `ad.redirect_flag` choose the posting URL. Before, every ad used its own link regardless of the flag,
 * so the flag is set for all ads.
 */
export class PostingUrls1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await setDefault(runner, '1');
    await runner.query('UPDATE ad SET redirect_flag = 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await setDefault(runner, '0');
  }
}
