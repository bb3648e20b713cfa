import type { Logger } from 'pino';
import { ResultFlag, ResultMethod } from '../../../shared/catalog';
import { clickIdOfMacro } from '../../../shared/domain/click-ids';
import { effectiveSettings } from '../../../shared/domain/settings';
import type { Database } from '../../db/database';
import { readPostbackSources } from '../postback/postback-sources';
import { MEDIA_NAMES, type MediaName } from '../redirect/click-query';
import {
  type AdData,
  type ProductData,
  type RedirectData,
  type SettingsData,
  loadSettingsFile,
  saveSettingsFile,
} from './snapshot-file';
import { compileSnapshot, type Snapshot } from './snapshot';
import { groupBy } from '../../platform/group-by';
import { withinTime } from '../../platform/within-time';

type Row = Record<string, number | string | null>;

const AD_COLUMNS = `id, product_id, code, ad_name, asp_id, status, period_from, period_to, click_cost_sen, redirect_url,
  performance_cv_flag, result_flag, result_method, cv_tag, result_notice_individually_setting, use_params_individually_setting, a_xclid, a_xclid_flag, a_ses_flag, a_key1_flag, a_key2_flag, a_key3_flag`;
const ASP_COLUMNS =
  'id, status, measurement_tag, performance_cv_flag, result_flag, result_method, cv_tag, a_xclid, a_xclid_flag, a_ses_flag, a_key1_flag, a_key2_flag, a_key3_flag';

const on = (value: unknown): boolean => Number(value) === 1;
const text = (value: unknown): string => String(value ?? '');
const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);
const numberOrNull = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);

/** Reads the revision, which increases with every saved setting. */
async function readRevision(db: Database): Promise<number> {
  const rows = await db.read<Row>('SELECT revision FROM setting_revision WHERE id = 1');
  return Number(rows[0]?.revision ?? 0);
}

/**
 * Reads all settings of the collectors in plain SQL: ten thousand ads must not delay a click. Reads the
 * revision first, so a concurrent change is read again next time.
 */
export async function readSettings(db: Database): Promise<SettingsData> {
  const revision = await readRevision(db);
  const asps = new Map(
    (await db.read<Row>(`SELECT ${ASP_COLUMNS} FROM asp`)).map((row) => [Number(row.id), row]),
  );
  const ads = await db.read<Row>(`SELECT ${AD_COLUMNS} FROM ad`);
  return {
    revision,
    products: await readProducts(db),
    asps: [...asps.values()].map((row) => ({
      id: Number(row.id),
      measurementTag: on(row.status) ? textOrNull(row.measurement_tag) : null,
    })),
    ads: ads.map((row) => adData(row, asps)),
    redirects: await readRedirects(db),
    postbackSources: await readPostbackSources(db),
  };
}

async function readProducts(db: Database): Promise<ProductData[]> {
  const products = await db.read<Row>(
    'SELECT id, company_id, product_name, product_domain, product_url, tracking_term, excluded_ips, tracker_host, measured_hosts_only, more_hosts, people_user_agents, robot_user_agents FROM product',
  );
  const domains = grouped(
    await db.read<Row>('SELECT product_id, sender_domain FROM crossdomain'),
    'product_id',
  );
  const settings = grouped(
    await db.read<Row>(
      'SELECT id, product_id, cv_type, cv_slot, cv_condition, cv_url, referrer_url FROM cv_setting ORDER BY id',
    ),
    'product_id',
  );
  return products.map((row) => ({
    id: Number(row.id),
    companyId: Number(row.company_id),
    name: text(row.product_name),
    domain: textOrNull(row.product_domain),
    url: textOrNull(row.product_url),
    trackingTerm: Number(row.tracking_term),
    excludedIps: textOrNull(row.excluded_ips),
    trackerHost: textOrNull(row.tracker_host),
    measuredHostsOnly: on(row.measured_hosts_only),
    moreHosts: textOrNull(row.more_hosts),
    peopleUserAgents: textOrNull(row.people_user_agents),
    robotUserAgents: textOrNull(row.robot_user_agents),
    senderDomains: (domains.get(Number(row.id)) ?? []).map((domain) => text(domain.sender_domain)),
    cvSettings: (settings.get(Number(row.id)) ?? []).map((setting) => ({
      id: Number(setting.id),
      cvType: Number(setting.cv_type),
      cvSlot: Number(setting.cv_slot),
      condition: Number(setting.cv_condition),
      cvUrl: textOrNull(setting.cv_url),
      referrerUrl: textOrNull(setting.referrer_url),
    })),
  }));
}

async function readRedirects(db: Database): Promise<RedirectData[]> {
  const redirects = await db.read<Row>(
    'SELECT id, ad_id, code, redirect_url, lpo_flag, dynamic_lpurl FROM redirect',
  );
  const entries = grouped(
    await db.read<Row>(
      'SELECT id, redirect_id, url, rate FROM lpo_entry WHERE position > 0 ORDER BY redirect_id, position, id',
    ),
    'redirect_id',
  );
  return redirects.map((row) => ({
    id: Number(row.id),
    adId: Number(row.ad_id),
    code: text(row.code),
    url: text(row.redirect_url),
    dynamicLpurl: on(row.dynamic_lpurl),
    variants: on(row.lpo_flag)
      ? (entries.get(Number(row.id)) ?? []).map((entry) => ({
          id: Number(entry.id),
          url: text(entry.url),
          rate: Number(entry.rate),
        }))
      : [],
  }));
}

function adData(row: Row, asps: ReadonlyMap<number, Row>): AdData {
  const asp = row.asp_id === null ? undefined : asps.get(Number(row.asp_id));
  const notice = effectiveSettings(row, asp, row.result_notice_individually_setting);
  const parameters = effectiveSettings(row, asp, row.use_params_individually_setting);
  return {
    id: Number(row.id),
    productId: Number(row.product_id),
    code: text(row.code),
    name: text(row.ad_name),
    aspId: numberOrNull(row.asp_id),
    active: on(row.status),
    aspActive: asp ? on(asp.status) : true,
    periodFrom: numberOrNull(row.period_from),
    periodTo: numberOrNull(row.period_to),
    clickCost: Number(row.click_cost_sen) / 100,
    performance: on(notice.performance_cv_flag),
    redirectUrl: textOrNull(row.redirect_url),
    media: enabledMedia(parameters),
    xclidName: clickIdOfMacro(textOrNull(parameters.a_xclid)),
    firesCvTag:
      Number(notice.result_flag) !== ResultFlag.INVALID &&
      Number(notice.result_method) === ResultMethod.CV_TAG &&
      Boolean(notice.cv_tag),
  };
}

/** Lists the parameters whose flag is on. */
const enabledMedia = (of: Row): MediaName[] => MEDIA_NAMES.filter((name) => on(of[`a_${name}_flag`]));

const grouped = (rows: Row[], key: string): Map<number, Row[]> => groupBy(rows, (row) => Number(row[key]));

const POLL_MS = 1000;
/** A database that does not answer within this time counts as down. */
const TIMEOUT_MS = 3000;
const EMPTY: Snapshot = {
  revision: -1,
  links: new Map(),
  products: new Map(),
  postbackSources: new Map(),
};

/**
 * Settings of the collectors in memory. Polls the database's revision every second and saves each change on
 * disk. If the database is down at the start, the settings come from disk.
 */
export class SettingsSource {
  private snapshot: Snapshot = EMPTY;
  private timer: NodeJS.Timeout | undefined;
  private checking: Promise<boolean> | undefined;
  private nextCheck: Promise<boolean> | undefined;
  private refreshing: Promise<boolean> | undefined;
  private stopped = false;
  private loaded = false;

  constructor(
    private readonly db: Database,
    private readonly path: string,
    private readonly log: Logger,
  ) {}

  /** Current settings; empty until `start` has loaded them. */
  get current(): Snapshot {
    return this.snapshot;
  }

  /** Loads the settings from the database, else from disk, then follows changes. Never fails. */
  async start(): Promise<void> {
    const saved = loadSettingsFile(this.path);
    // The file may come from another database: the first answer of this one always replaces it.
    if (saved) this.snapshot = compileSnapshot(saved);
    await this.check();
    this.schedule();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Checks for a change now. Returns true if the settings are current, false if the database is down. */
  check(): Promise<boolean> {
    if (this.checking) {
      // It may have read the revision before the change that the caller waits for.
      return (this.nextCheck ??= this.checking.then((current) => {
        this.nextCheck = undefined;
        return current && this.check();
      }));
    }
    this.checking = this.follow().finally(() => {
      this.checking = undefined;
    });
    return this.checking;
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.check().finally(() => this.schedule()), POLL_MS);
    this.timer.unref();
  }

  private async follow(): Promise<boolean> {
    try {
      // A slow read is shared by later checks; a second one is not started.
      this.refreshing ??= this.refresh().finally(() => {
        this.refreshing = undefined;
      });
      return await withinTime(this.refreshing, TIMEOUT_MS);
    } catch (error) {
      this.log.debug({ err: error }, 'settings could not be read');
      return false;
    }
  }

  private async refresh(): Promise<boolean> {
    if (this.loaded && (await readRevision(this.db)) === this.snapshot.revision) return true;
    const data = await readSettings(this.db);
    this.snapshot = compileSnapshot(data);
    this.loaded = true;
    try {
      await saveSettingsFile(this.path, data);
    } catch (error) {
      this.log.error({ err: error }, 'settings could not be saved on disk');
    }
    return true;
  }
}
