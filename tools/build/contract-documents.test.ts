import { join } from 'node:path';
import { axes } from '../../shared/catalog';
import { Kind, print, type DocumentNode } from 'graphql';

// eslint-disable-next-line @typescript-eslint/no-require-imports -- codegen loads it so
const documentsOf = require('./contract-documents.cjs') as (contract: string) => DocumentNode;
const { definitions } = documentsOf(join(__dirname, '../../schema.graphql'));
const named = new Map(
  definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION || one.kind === Kind.FRAGMENT_DEFINITION
      ? [[one.name?.value, print(one)] as const]
      : [],
  ),
);

/** Returns the top-level fields of a fragment. */
const fragment = (name: string) => named.get(name)?.match(/\w+/g)?.slice(4).sort();

describe('documents generated from the contract', () => {
  it.each([
    'Ads Ad',
    'Asps Asp',
    'Redirects Redirect',
    'CvSettings CvSetting',
    'AdCategories AdCategory',
    'AdTypes AdType',
    'Domains Domain',
    'Agencies Agency',
    'Users User',
  ])('contain the five operations of %s', (names) => {
    const [many, one] = names.split(' ');
    for (const name of [many, one, `Create${one}`, `Update${one}`, `Delete${one}`])
      expect([name, named.has(name)]).toEqual([name, true]);
  });

  it('request all fields of a setting with its relations by name, and no rows of another setting', () => {
    expect(named.get('RedirectFields')).toMatch(/ad \{\s+id\s+label\s+\}/);
    expect(named.get('RedirectFields')).not.toContain('adDetail');
    expect(named.get('DomainFields')?.match(/\w+/g)).toEqual([
      'fragment',
      'DomainFields',
      'on',
      'Domain',
      'id',
      'productId',
      'product',
      'id',
      'label',
      'senderName',
      'senderDomain',
      'createdAt',
      'updatedAt',
      'version',
    ]);
  });

  it.each(['AdSummaryRow', 'AttributionRow'])('name every axis of %s except the ad', (type) => {
    const named = [...Object.values(axes)]
      .flatMap(({ key, idKey }) => [idKey, key])
      .filter((name) => name !== null && name !== 'adId' && name !== 'ad');
    expect(fragment(`${type}OtherAxes`)).toEqual([...named].sort());
  });

  it('leave out fragments that a screen defines itself', () => {
    expect(named.has('AdFields')).toBe(false);
    expect(named.get('Ads')).toContain('...AdRow');
    expect(named.get('Domains')).toContain('...DomainFields');
  });

  it('request a page of one product if rows belong to products', () => {
    expect(named.get('Domains')).toContain('$productId: Int!, $page: Int!');
    expect(named.get('Agencies')).not.toContain('$productId');
  });
});
