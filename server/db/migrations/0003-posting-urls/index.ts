import type { MigrationInterface, QueryRunner } from 'typeorm';

async function setDefault(runner: QueryRunner, value: '0' | '1'): Promise<void> {
  const column = (await runner.getTable('ad'))?.findColumnByName('redirect_flag');
  if (!column) throw new Error('ad.redirect_flag is missing');
  const changed = column.clone();
  changed.default = value;
  await runner.changeColumn('ad', column, changed);
}

/**
 * `ad.redirect_flag` chooses the posting URL from now on. Until now nothing depended on it and every ad was posted
 * by its own link: that stays so.
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
