import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type EnumerationName, ExcludedReason, isEnumValue, routes } from '../../../../shared/catalog';
import { isRecord } from '../../../../shared/records';
import { useSession } from '../../session/session-context';
import { useNames } from '../../session/use-names';
import { AdLink } from '../ad-link';
import { ApprovalTag, StatusTag } from '../status-tag';
import { enumLabel } from '../enum-label';
import { columnsOf } from '../list/columns';
import type { ListColumn, ListRow } from '../list/list-source';
import { useDeviceLabel } from '../report/use-row-names';
import { endpointLabel } from './log-paths';
import styles from './log.module.css';
import { mayOpen } from '../../session/rights';

const byPlace = new Map(routes.map((route) => [route.path.replace(/:id$/, ''), route]));

/** Id of a row, linked to its page if the user may open it. */
/** Id with a link to its row. */
export function IdLink({ id, to }: { id: string; to: string }) {
  const { profile } = useSession();
  const route = byPlace.get(to.slice(0, to.lastIndexOf('/') + 1));
  if (route && !mayOpen(profile, route)) return <span className={styles.id}>{id}</span>;
  return (
    <Link to={to} className={styles.id}>
      {id}
    </Link>
  );
}

type Options<Row> = Partial<Omit<ListColumn<Row>, 'key'>>;
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

function ReasonText({ reason }: { reason: string }) {
  const { t } = useTranslation();
  const words = isEnumValue(ExcludedReason, reason) ? enumLabel(t, 'ExcludedReason', reason) : reason;
  return <StatusTag tone="muted">{words}</StatusTag>;
}

function YesNo({ value }: { value: boolean }) {
  const { t } = useTranslation();
  return value ? <>{t('logs.yes')}</> : <span className="ic-muted">{t('logs.no')}</span>;
}

function DeviceText({ name }: { name: string }) {
  return <>{useDeviceLabel()(name)}</>;
}

function EndpointText({ endpoint }: { endpoint: string }) {
  return <>{endpointLabel(useTranslation().t, endpoint)}</>;
}

function RedirectText({ id }: { id: number }) {
  useNames('redirect', [id]);
  const name = useSession().selections.redirect.find((redirect) => redirect.id === id)?.label ?? `#${id}`;
  return <Link to={`/ad/redirect-setting/${id}?mode=detail`}>{name}</Link>;
}

/**
 * Creates the columns of a log's rows. Lists, cards and details all use them, so a kind of value looks the
 * same everywhere.
 */
export function logColumns<Row extends ListRow>() {
  type Key = keyof Row & string;
  const { name: _name, id: _id, copy: _copy, ...plain } = columnsOf<Row>('log');
  const column = (
    key: Key,
    width: number,
    render: ListColumn<Row>['render'],
    options: Options<Row> = {},
  ): ListColumn<Row> => ({ key, width, render, sortable: false, ...options });
  const unsorted =
    <Args extends [Key, ...unknown[]]>(make: (...args: Args) => ListColumn<Row>) =>
    (...args: Args): ListColumn<Row> => ({ ...make(...args), sortable: false });
  return {
    /**
     * The log's time, which names and orders its rows: the only sort order whose cost doesn't depend on the
     * log's length.
     */
    when: (key: Key): ListColumn<Row> => ({
      ...plain.time(key, { width: 180 }),
      names: true,
      sortable: true,
    }),
    time: unsorted(plain.time),
    text: unsorted(plain.text),
    number: unsorted(plain.number),
    yen: unsorted(plain.yen),
    flag: (key: Key, options?: Options<Row>) =>
      column(key, 110, (row) => <YesNo value={row[key] === true} />, options),
    label: unsorted(plain.label),
    choice: (key: Key, name: EnumerationName, options?: Options<Row>) => ({
      ...plain.choice(key, name, options),
      sortable: false,
    }),
    /** Id of the row, or of a row of another log, with a link to it. */
    link: (key: Key, path: (id: string) => string, options?: Options<Row>) =>
      column(
        key,
        190,
        (row) => (row[key] ? <IdLink id={textIn(row[key])} to={path(textIn(row[key]))} /> : ''),
        options,
      ),
    code: (key: Key, options?: Options<Row>) =>
      column(
        key,
        190,
        (row) => (row[key] ? <span className={styles.id}>{String(row[key])}</span> : ''),
        options,
      ),
    /** Name of an ad, linked to its page. */
    ad: (key: Key, options?: Options<Row>) =>
      column(
        key,
        220,
        (row) => {
          const ad: unknown = row[key];
          return isRecord(ad) && typeof ad.id === 'number' ? (
            <AdLink id={ad.id}>{String(ad.label)}</AdLink>
          ) : (
            ''
          );
        },
        options,
      ),
    redirect: (key: Key, options?: Options<Row>) =>
      column(
        key,
        220,
        (row) => (typeof row[key] === 'number' ? <RedirectText id={row[key]} /> : ''),
        options,
      ),
    device: (key: Key, options?: Options<Row>) =>
      column(key, 120, (row) => <DeviceText name={textIn(row[key])} />, options),
    endpoint: (key: Key, options?: Options<Row>) =>
      column(key, 130, (row) => <EndpointText endpoint={textIn(row[key])} />, options),
    /** Approval status of a result. */
    approval: (key: Key, options?: Options<Row>) =>
      column(key, 110, (row) => <ApprovalTag status={row[key]} />, options),
    reason: (key: Key, options?: Options<Row>) =>
      column(key, 130, (row) => (row[key] ? <ReasonText reason={textIn(row[key])} /> : ''), options),
  };
}
