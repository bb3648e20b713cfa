import { gql } from '@apollo/client';
import { buildSchema, isObjectType } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApolloClient, LOG_ROWS } from './client';

const schema = buildSchema(readFileSync(join(__dirname, '../../../../schema.graphql'), 'utf8'));

describe('the Apollo cache', () => {
  it('knows the row type of every log', () => {
    const lists = Object.values(schema.getTypeMap()).filter(
      (type) => isObjectType(type) && type.name.endsWith('List') && 'countExact' in type.getFields(),
    );
    expect([...LOG_ROWS].sort()).toEqual(lists.map(({ name }) => name.replace(/List$/, '')).sort());
  });

  it('stores log rows with their query, because the same id is another row elsewhere', () => {
    const { cache } = createApolloClient();
    const query = gql`
      query Accesses($page: Int) {
        accesses(page: $page) {
          results {
            id
            ipAddress
          }
        }
      }
    `;
    const row = (ipAddress: string | null) => ({
      accesses: { __typename: 'AccessList', results: [{ __typename: 'Access', id: 'p1', ipAddress }] },
    });
    cache.writeQuery({ query, variables: { page: 1 }, data: row('203.0.113.9') });
    cache.writeQuery({ query, variables: { page: 2 }, data: row(null) });
    expect(cache.readQuery({ query, variables: { page: 1 } })).toEqual(row('203.0.113.9'));
    expect(cache.readQuery({ query, variables: { page: 2 } })).toEqual(row(null));
  });
});
