import { RoleType } from '../../../shared/catalog';
import { domainOf, mappedRole, parseRoleMapping, verifiedEmail } from './claims';
import { isTrustedUrl, normaliseIssuer } from './issuer';

const email = 'a@corp.example';
const google = { iss: 'https://accounts.google.com', sub: '1180', email };
const entra = { iss: 'https://login.microsoftonline.com/tenant/v2.0', sub: 'AAAA', email, ver: '2.0' };
const okta = { iss: 'https://corp.okta.com', sub: '00u1', email, preferred_username: email };

describe('a verified address', () => {
  it.each([
    ['Google Workspace', { ...google, email_verified: true, hd: 'corp.example' }, email],
    ['Google, a consumer account with an address of a company', { ...google, email_verified: true }, null],
    ['Google, its own mail', { ...google, email: 'a@gmail.com', email_verified: true }, 'a@gmail.com'],
    ['Google, unverified', { ...google, email_verified: false, hd: 'corp.example' }, null],
    ['Entra ID, owner of the domain verified', { ...entra, xms_edov: true }, email],
    ['Entra ID, as a number', { ...entra, xms_edov: 1 }, email],
    ['Entra ID, as a text', { ...entra, xms_edov: '1' }, email],
    ['Entra ID, as a word', { ...entra, xms_edov: 'true' }, email],
    ['Entra ID, unverified', { ...entra, xms_edov: false }, null],
    ['Entra ID, without the claim', entra, null],
    ['Entra ID, the name to sign in only', { ...entra, email: undefined, preferred_username: email }, null],
    ['Okta', { ...okta, email_verified: true }, email],
    ['Cognito, as a word', { ...okta, email_verified: 'true' }, email],
    ['Okta, unverified', { ...okta, email_verified: false }, null],
    ['an explicit denial beside another claim', { ...okta, email_verified: false, xms_edov: true }, null],
    ['an address with two signs', { ...okta, email: 'a@b@corp.example', email_verified: true }, null],
    ['a full-width sign', { ...okta, email: 'a＠x.example@corp.example', email_verified: true }, null],
    ['no text', { ...okta, email: [email], email_verified: true }, null],
  ])('%s', (_what, claims, expected) => {
    expect(verifiedEmail(claims)).toBe(expected);
  });

  it.each([
    ['A@Corp.Example', 'corp.example'],
    ['a@ｃorp.example ', 'corp.example'],
    ['a@日本.example', 'xn--wgv71a.example'],
    ['nobody', ''],
  ])('%s has the domain %s', (address, domain) => {
    expect(domainOf(address)).toBe(domain);
  });
});

describe('roles of a provider', () => {
  const provider = { role_claim: 'groups', role_mapping: 'boss=ADMIN\n\n a=b = manager\nlook=ANALYST' };
  it.each([
    ['a text', { groups: 'look' }, RoleType.ANALYST],
    ['the highest of a list', { groups: ['look', 'other', 'boss', 'a=b'] }, RoleType.ADMIN],
    ['a value with an equals sign', { groups: ['a=b'] }, RoleType.MANAGER],
    ['no mapped value', { groups: ['other'] }, null],
    ['an empty list', { groups: [] }, null],
    ['no claim', {}, null],
    ['an object', { groups: { boss: true } }, null],
  ])('%s', (_what, claims, expected) => {
    expect(mappedRole(provider, claims)).toBe(expected);
  });

  it('stay as they are without a mapping', () => {
    expect(mappedRole({ role_claim: 'groups', role_mapping: null }, { groups: 'boss' })).toBeNull();
    expect(mappedRole({ role_claim: 'toString', role_mapping: 'boss=ADMIN' }, {})).toBeNull();
  });

  it.each(['boss', '=ADMIN', 'boss=KING', 'boss=toString'])('name the wrong line %s', (line) => {
    expect(parseRoleMapping(`look=ANALYST\n${line}`)).toBe(line);
  });
});

describe('an issuer', () => {
  it.each([
    ['https://accounts.google.com', 'https://accounts.google.com/'],
    [' https://Login.example/t/v2.0 ', 'https://login.example/t/v2.0'],
    ['https://a.example/x/.well-known/openid-configuration', 'https://a.example/x'],
    ['http://localhost:4000', 'http://localhost:4000/'],
    ['http://127.0.0.1:4000/a', 'http://127.0.0.1:4000/a'],
    ['http://a.example', null],
    ['https://a.example/?x=1', null],
    ['https://a.example/#x', null],
    ['https://u:p@a.example/', null],
    ['javascript:alert(1)', null],
    ['file:///etc/passwd', null],
    ['', null],
  ])('%s is %s', (text, issuer) => {
    expect(normaliseIssuer(text)).toBe(issuer);
  });

  it.each(['javascript:alert(1)', 'http://127.0.0.1.example/', 'http://10.0.0.1/', 'data:text/html,x'])(
    'leads no browser to %s',
    (url) => {
      expect(isTrustedUrl(url)).toBe(false);
    },
  );
});
