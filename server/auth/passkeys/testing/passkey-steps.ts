import type { Answer, ApiServer } from '../../../composition/testing/api-server';
import { PASSWORD } from '../../../composition/testing/api-world';
import { SoftwareAuthenticator, type Changes } from './software-authenticator';

export const EMAIL = 'analyst@alpha.example';
export const OTHER = 'manager@alpha.example';
export const ADMIN = 'admin@alpha.example';
export const MINUTE = 60_000;

export const BEGIN = 'r: beginPasskey(currentPassword: $password) { ticket options name }';
export const ADD =
  'r: addPasskey(ticket: $ticket, response: $response, name: $name, passwordless: $passwordless) { passkey { id name passwordless createdAt lastUsedAt } recoveryCodes }';
export const REMOVE = 'r: removePasskey(id: $id, currentPassword: $password)';

export const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

/** Returns the code of an error, and the names of its fields. */
export const errorOf = (body: Answer['body']): [string, unknown] => {
  const { code, fields } = body.errors[0].extensions;
  return [code, fields && Object.keys(fields)];
};

/** Steps of users with passkeys. */
export function passkeySteps(api: ApiServer) {
  const signIn = (email = EMAIL, password = PASSWORD) =>
    api.rest('/auth/signin/', { body: { email, password } });
  const complete = (ticket: unknown, proof: object) =>
    api.rest('/auth/second-factor/', { body: { ticket, ...proof } });
  const stepOptions = (ticket: unknown) => api.rest('/auth/second-factor/options/', { body: { ticket } });
  const begin = async () => (await api.rest('/auth/passkey/options/', { body: {} })).body;
  const signInWith = (ticket: unknown, assertion: unknown, remember = false) =>
    api.rest('/auth/passkey/', { body: { ticket, assertion, remember } });
  const run = async (token: string | null, operation: string, variables: object = {}) => {
    const types: Record<string, string> = { number: 'Int', boolean: 'Boolean' };
    const declared = Object.entries(variables).map(
      ([name, value]) => `$${name}: ${types[typeof value] ?? 'String'}!`,
    );
    const head = declared.length > 0 ? `(${declared.join()})` : '';
    const { body } = await api.graphql(`mutation ${head} { ${operation} }`, { token, variables });
    return body;
  };
  const list = async (token: string | null) =>
    (await api.graphql('{ passkeys { id name passwordless createdAt lastUsedAt } }', { token })).body;

  const beginAdding = async (access: string) => (await run(access, BEGIN, { password: PASSWORD })).data.r;
  const add = async (
    access: string,
    device: SoftwareAuthenticator,
    passwordless = false,
    changes: Changes = {},
  ) => {
    const { ticket, options } = await beginAdding(access);
    return run(access, ADD, {
      ticket,
      response: device.create(options, changes),
      name: 'Mac',
      passwordless,
    });
  };
  /** Signs in with the password, before there is a second factor, and adds a passkey. */
  const setUp = async (passwordless = false, email = EMAIL) => {
    const { access } = (await signIn(email)).body;
    const device = new SoftwareAuthenticator();
    const { passkey, recoveryCodes } = (await add(access, device, passwordless)).data.r;
    return { access, device, id: passkey.id as number, recoveryCodes: recoveryCodes as string[] };
  };
  /** Signs in with the password, and answers the request for a passkey. */
  const secondStep = async (device: SoftwareAuthenticator, changes: Changes = {}, email = EMAIL) => {
    const { ticket } = (await signIn(email)).body;
    const { options } = (await stepOptions(ticket)).body;
    return { ticket, assertion: device.get(options, changes) };
  };
  const passwordless = async (device: SoftwareAuthenticator, changes: Changes = {}) => {
    const { ticket, options } = await begin();
    return { ticket, assertion: device.get(options, changes) };
  };
  const rows = (table: string) => api.database.db.read(`SELECT id FROM ${table}`);

  return {
    signIn,
    complete,
    stepOptions,
    begin,
    signInWith,
    run,
    beginAdding,
    add,
    setUp,
    secondStep,
    passwordless,
    rows,
    list,
  };
}
