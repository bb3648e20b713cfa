import { domainToASCII } from 'node:url';
import { RoleType } from '../../../shared/catalog';
import { identityProviderFields, validate } from '../../../shared/settings';
import type { Values } from '../../../shared/settings/fields';
import { isHost, isIpOrCidr, listEntries } from '../../../shared/settings/fields/formats';
import type { Actor } from '../../auth/actor';
import { badInput, Failure, type FailureMessage } from '../../auth/failure';
import { parseRoleMapping } from '../../auth/oidc/claims';
import { isTrustedUrl, normaliseIssuer } from '../../auth/oidc/issuer';
import { isEmergencyReady } from '../../auth/oidc/password-rule';
import { openProvider, ProviderError, type ProviderAccess } from '../../auth/oidc/provider';
import { requireRight } from '../../auth/permissions';
import type { SealedSecrets } from '../../auth/second-factor/sealed-secrets';
import type { Client } from '../../auth/sessions';
import { insertRows, type Database, type Tx } from '../../db/database';
import { execute, select } from '../../db/statements';
import { settingsTurn, takeTurn } from '../../db/turn';
import { createWriteContext, recordChange, type FieldValues } from '../../records/audit/record';
import { requireVersion } from '../../records/write/require-version';

const MAX_DOMAINS = 50;

/** Settings of a company's identity provider, as ADMINs read them. */
export interface IdentityProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly hasClientSecret: boolean;
  readonly allowedDomains: string;
  readonly roleClaim: string | null;
  readonly roleMapping: string | null;
  readonly enabled: boolean;
  readonly passwordsOff: boolean;
  readonly emergencyUserId: number | null;
  /** Whether the reader has signed in at the provider. */
  readonly isOwnSignInTested: boolean;
  readonly redirectUri: string;
  readonly version: number;
}

/** What a provider's metadata say. */
export interface IdentityProviderTest {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly endSessionEndpoint: string | null;
}

interface Stored {
  version: number;
  issuer: string;
  client_id: string;
  sealed_secret: string;
  role_claim: string | null;
  role_mapping: string | null;
  enabled: number | boolean;
  passwords_off: number | boolean;
  emergency_user_id: number | null;
  emergency_user: string | null;
}

/** Validated input. */
type Input = Values<typeof identityProviderFields> & {
  readonly issuer: string;
  readonly clientId: string;
  readonly domains: readonly string[];
};

interface Deps extends ProviderAccess {
  readonly db: Database;
  readonly secrets: SealedSecrets;
  readonly redirectUri: string;
}

/** Reads an allowed domain as typed, with or without the @. Returns null for other texts. */
function parseDomain(text: string): string | null {
  const domain = domainToASCII(text.normalize('NFKC').toLowerCase().replace(/^@/, ''));
  return domain.includes('.') && isHost(domain) && !isIpOrCidr(domain) ? domain : null;
}

/** @throws BAD_USER_INPUT */
function parseInput(given: Readonly<Record<string, unknown>>): Input {
  const { values, errors } = validate(identityProviderFields, given);
  const wrong: Record<string, FailureMessage> = { ...errors };
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- these are the values of the fields
  const valid = values as Values<typeof identityProviderFields>;
  const issuer = normaliseIssuer(valid.issuer ?? '');
  if (issuer === null) wrong.issuer ??= { key: 'invalidIssuer' };
  const entries = listEntries(valid.allowedDomains);
  const bad = entries.find((entry) => parseDomain(entry) === null);
  if (bad !== undefined) wrong.allowedDomains ??= { key: 'invalidDomain' };
  if (entries.length > MAX_DOMAINS)
    wrong.allowedDomains ??= { key: 'tooMany', params: { count: MAX_DOMAINS } };
  const mapping = parseRoleMapping(valid.roleMapping);
  if (typeof mapping === 'string')
    wrong.roleMapping ??= {
      key: 'invalidRoleMapping',
      params: { line: mapping.slice(0, 80), roles: Object.keys(RoleType).join(', ') },
    };
  else if (mapping.size > 0 && valid.roleClaim === null) wrong.roleClaim ??= { key: 'required' };
  if (valid.passwordsOff && !valid.enabled) wrong.passwordsOff ??= { key: 'passwordsOffNeedsProvider' };
  if (valid.passwordsOff && valid.emergencyUserId === null)
    wrong.emergencyUserId ??= { key: 'requiredChoice' };
  if (Object.keys(wrong).length > 0) throw badInput(wrong);
  const domains = [...new Set(entries.flatMap((entry) => parseDomain(entry) ?? []))];
  return { ...valid, issuer: issuer ?? '', clientId: valid.clientId ?? '', domains };
}

/** Manages the identity provider of a company. */
export class IdentityProviderService {
  constructor(private readonly deps: Deps) {}

  /** Returns the settings; empty ones if there are none. @throws FORBIDDEN */
  async get(actor: Actor): Promise<IdentityProviderSettings> {
    requireManager(actor);
    const tx = this.deps.db.readOnlyTx;
    const stored = await readStored(tx, actor.companyId);
    return {
      issuer: stored?.issuer ?? '',
      clientId: stored?.client_id ?? '',
      hasClientSecret: stored !== undefined,
      allowedDomains: (await readDomains(tx, actor.companyId)).join(','),
      roleClaim: stored?.role_claim ?? null,
      roleMapping: stored?.role_mapping ?? null,
      enabled: Boolean(stored?.enabled),
      passwordsOff: Boolean(stored?.passwords_off),
      emergencyUserId: stored?.emergency_user_id ?? null,
      isOwnSignInTested: stored !== undefined && (await hasIdentity(tx, actor.userId, stored.issuer)),
      redirectUri: this.deps.redirectUri,
      version: stored?.version ?? 0,
    };
  }

  /** Replaces the settings. @throws FORBIDDEN, BAD_USER_INPUT, CONFLICT */
  async update(
    actor: Actor,
    given: Readonly<Record<string, unknown>>,
    client: Client,
  ): Promise<IdentityProviderSettings> {
    requireManager(actor);
    const input = parseInput(given);
    const { companyId } = actor;
    await this.deps.db.write(async (tx) => {
      // Changes of users take the same turn: the emergency user stays as it is checked here.
      await takeTurn(tx, settingsTurn(companyId));
      const context = createWriteContext(tx, actor, client, this.deps.now());
      const stored = await readStored(tx, companyId);
      const before = stored ? auditValues(stored, await readDomains(tx, companyId)) : {};
      await requireVersion(context, 'identityProvider', companyId, input.version, stored?.version ?? 0);
      if (input.passwordsOff) await requireWayIn(tx, actor, input, stored);
      await this.store(tx, companyId, input, stored);
      await storeDomains(tx, companyId, input.domains);
      const saved = await readStored(tx, companyId);
      if (!saved) return;
      await recordChange(context, {
        entity: 'identityProvider',
        entityId: companyId,
        productId: null,
        label: input.issuer,
        action: stored ? 'update' : 'create',
        version: saved.version,
        before,
        after: auditValues(saved, input.domains),
      });
    });
    return this.get(actor);
  }

  /** Reads the metadata of an issuer. @throws FORBIDDEN, BAD_USER_INPUT with the reason */
  async test(actor: Actor, text: string): Promise<IdentityProviderTest> {
    requireManager(actor);
    const issuer = normaliseIssuer(text);
    if (issuer === null) throw badInput({ issuer: { key: 'invalidIssuer' } });
    const config = await openProvider({ issuer, clientId: '-', clientSecret: '-' }, this.deps).catch(
      (error: unknown) => {
        if (!(error instanceof ProviderError)) throw error;
        const reason = error.message.slice(0, 200);
        throw badInput({ issuer: { key: 'providerNotReadable', params: { reason } } });
      },
    );
    const metadata = config.serverMetadata();
    const logout = metadata.end_session_endpoint;
    return {
      issuer: metadata.issuer,
      authorizationEndpoint: metadata.authorization_endpoint ?? '',
      tokenEndpoint: metadata.token_endpoint ?? '',
      endSessionEndpoint: logout !== undefined && isTrustedUrl(logout) ? logout : null,
    };
  }

  private async store(tx: Tx, companyId: number, input: Input, stored: Stored | undefined): Promise<void> {
    // A secret never goes to an issuer for which it was not entered.
    const kept = stored?.issuer === input.issuer ? stored.sealed_secret : null;
    const sealed = input.clientSecret ? this.deps.secrets.seal(companyId, input.clientSecret) : kept;
    if (sealed === null) throw badInput({ clientSecret: { key: 'required' } });
    const { issuer, clientId, roleClaim, roleMapping, enabled, passwordsOff, emergencyUserId } = input;
    const flags = [enabled ? 1 : 0, passwordsOff ? 1 : 0] as const;
    if (stored)
      await execute(tx)`UPDATE identity_provider SET version = version + 1, issuer = ${issuer},
        client_id = ${clientId}, sealed_secret = ${sealed}, role_claim = ${roleClaim},
        role_mapping = ${roleMapping}, enabled = ${flags[0]}, passwords_off = ${flags[1]},
        emergency_user_id = ${emergencyUserId} WHERE company_id = ${companyId}`;
    else
      await execute(tx)`INSERT INTO identity_provider (company_id, version, issuer, client_id, sealed_secret,
        role_claim, role_mapping, enabled, passwords_off, emergency_user_id) VALUES (${companyId}, 1, ${issuer},
        ${clientId}, ${sealed}, ${roleClaim}, ${roleMapping}, ${flags[0]}, ${flags[1]}, ${emergencyUserId})`;
  }
}

/** @throws FORBIDDEN unless an ADMIN in a session asks */
function requireManager(actor: Actor): void {
  if (actor.reading) throw new Failure('FORBIDDEN', 'readingOnly');
  requireRight(actor, 'companies', 'edit');
  if (actor.role !== RoleType.ADMIN) throw new Failure('FORBIDDEN', 'forbidden');
}

async function readStored(tx: Tx, companyId: number): Promise<Stored | undefined> {
  const [stored] = await select<Stored>(tx)`SELECT p.version, p.issuer, p.client_id, p.sealed_secret,
    p.role_claim, p.role_mapping, p.enabled, p.passwords_off, p.emergency_user_id,
    u.user_name AS emergency_user
    FROM identity_provider p LEFT JOIN app_user u ON u.id = p.emergency_user_id AND u.company_id = p.company_id
    WHERE p.company_id = ${companyId}`;
  return stored;
}

async function readDomains(tx: Tx, companyId: number): Promise<string[]> {
  const rows = await select<{ domain: string }>(tx)`SELECT domain FROM identity_domain
    WHERE company_id = ${companyId} ORDER BY domain`;
  return rows.map(({ domain }) => domain);
}

async function hasIdentity(tx: Tx, userId: number, issuer: string): Promise<boolean> {
  const [identity] = await select(tx)`SELECT user_id FROM user_identity
    WHERE user_id = ${userId} AND issuer = ${issuer}`;
  return identity !== undefined;
}

/**
 * Refuses to switch passwords off before the author and the emergency user are sure to sign in.
 * @throws BAD_USER_INPUT, CONFLICT
 */
async function requireWayIn(tx: Tx, actor: Actor, input: Input, stored: Stored | undefined): Promise<void> {
  if (!(await isEmergencyReady(tx, actor.companyId, input.emergencyUserId ?? 0)))
    throw badInput({ emergencyUserId: { key: 'emergencyUserInvalid' } });
  const unchanged = Boolean(stored?.passwords_off) && stored?.issuer === input.issuer;
  if (!unchanged && !(await hasIdentity(tx, actor.userId, input.issuer)))
    throw new Failure('CONFLICT', 'signInOnceBySso', {
      fields: { passwordsOff: [{ key: 'signInOnceBySso' }] },
    });
}

/** Replaces the domains of a company. @throws BAD_USER_INPUT for one of another company */
async function storeDomains(tx: Tx, companyId: number, domains: readonly string[]): Promise<void> {
  const [taken] = await select<{ domain: string }>(tx)`SELECT domain FROM identity_domain
    WHERE domain IN ${domains} AND company_id <> ${companyId}`;
  if (taken) throw badInput({ allowedDomains: { key: 'domainTaken', params: { domain: taken.domain } } });
  await execute(tx)`DELETE FROM identity_domain WHERE company_id = ${companyId}`;
  await insertRows(
    tx,
    'identity_domain',
    ['domain', 'company_id'],
    domains.map((one) => [one, companyId]),
  );
}

const auditValues = (stored: Stored, domains: readonly string[]): FieldValues => ({
  issuer: stored.issuer,
  clientId: stored.client_id,
  clientSecret: stored.sealed_secret,
  allowedDomains: [...domains].sort().join(','),
  roleClaim: stored.role_claim,
  roleMapping: stored.role_mapping,
  enabled: Boolean(stored.enabled),
  ssoOnly: Boolean(stored.passwords_off),
  emergencyUser: stored.emergency_user,
});
