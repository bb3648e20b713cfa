import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { normaliseEmail, normalisePhone } from './personal';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const file = resolve(__dirname, '../catalog/platforms/testing/hash_vectors.csv');
const vectors = readFileSync(file, 'utf8')
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line): [string, string, string] => {
    const [, input = '', kind = '', hash = ''] = /^([^,]*),(.*),([0-9a-f]{64})$/.exec(line) ?? [];
    return [input, kind.replaceAll('"', ''), hash];
  });

it.each(vectors)('hashes %s as the platforms do (%s)', (input, kind, hash) => {
  const email = normaliseEmail(input);
  const phone = normalisePhone(input);
  const text = email ?? (kind.startsWith('phone digits') ? phone?.slice(1) : phone);
  expect(sha256(String(text))).toBe(hash);
});

it('has five vectors', () => expect(vectors.filter(([input]) => input)).toHaveLength(5));

it.each([
  ['ＴＡＲＯ＠ｅｘａｍｐｌｅ．ｊｐ', 'taro@example.jp'],
  ['  a.b+c@Example.JP\n', 'a.b+c@example.jp'],
  ['', null],
  [null, null],
  ['taro', null],
  ['a b@example.jp', null],
])('normalises the email %j', (given, email) => expect(normaliseEmail(given)).toBe(email));

it.each([
  ['０９０−１２３４−５６７８', '+819012345678'],
  ['+81 (0)90 1234 5678', '+819012345678'],
  ['+1 650-253-0000', '+16502530000'],
  ['819012345678', '+819012345678'],
  ['03(1234)5678', '+81312345678'],
  ['', null],
  [undefined, null],
  ['12', null],
])('normalises the phone number %j', (given, phone) => expect(normalisePhone(given)).toBe(phone));
