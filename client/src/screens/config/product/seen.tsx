import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../../shared/format';
import { listEntries } from '../../../../../shared/settings/fields/formats';
import {
  useProductSeenQuery,
  useUpdateProductMutation,
  type ProductFieldsFragment,
  type ProductInput,
  type ProductSeenQuery,
} from '../../../generated/graphql';
import { failureText } from '../../../kit/failure';
import { notify } from '../../../kit/notifier';
import { Panel, PanelRow, PanelRows } from '../../../kit/page';
import { LoadState } from '../../../kit/setting/load-state';
import { StatusTag } from '../../../kit/status-tag';
import styles from './product.module.css';

type Host = ProductSeenQuery['productSeen']['hosts'][number];
type UserAgent = ProductSeenQuery['productSeen']['userAgents'][number];

/** Entries that a list shows before it is opened. */
const FIRST = 10;

const isEntry = (list: string | null | undefined, entry: string): boolean =>
  listEntries(list ?? null).some((one) => one.toLowerCase() === entry.toLowerCase());

/** Returns a list with an entry; the server joins and normalises it. */
const withEntry = (list: string | null | undefined, entry: string): string =>
  isEntry(list, entry) ? (list ?? '') : [...listEntries(list ?? null), entry].join(',');

/** Returns a list without an entry, upper and lower case alike. */
const withoutEntry = (list: string | null | undefined, entry: string): string | null =>
  listEntries(list ?? null)
    .filter((one) => one.toLowerCase() !== entry.toLowerCase())
    .join(',') || null;

const count = (n: number): string => formatNumber(n, { showZero: true });

/** Shows the first rows of a list, and all of them at request. */
function LongList({ rows }: { rows: readonly ReactNode[] }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  return (
    <>
      <PanelRows>{all ? rows : rows.slice(0, FIRST)}</PanelRows>
      {!all && rows.length > FIRST && (
        <Button type="link" onClick={() => setAll(true)}>
          {t('settings.seen.more', { n: count(rows.length) })}
        </Button>
      )}
    </>
  );
}

interface SeenProps {
  product: ProductFieldsFragment;
  mayEdit: boolean;
  /** Called with the product after a change by one of the buttons. */
  onSaved: (product: ProductFieldsFragment) => void;
}

/** Hosts and user agents of the last 30 days, with buttons that measure or exclude each from now on. */
export function SeenPanels({ product, mayEdit, onSaved }: SeenProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useProductSeenQuery({
    variables: { id: product.id },
    fetchPolicy: 'network-only',
  });
  const [update, { loading }] = useUpdateProductMutation();
  const seen = data?.productSeen;

  async function save(input: ProductInput): Promise<void> {
    try {
      const { data: saved } = await update({
        variables: { id: product.id, input: { ...input, version: product.version } },
      });
      if (saved) onSaved(saved.updateProduct);
      notify('SUCCESS', t('settings.seen.saved'));
      await refetch();
    } catch (failure) {
      notify('ERROR', failureText(t, failure));
    }
  }

  const button = (text: string, input: ProductInput) =>
    mayEdit && (
      <Button size="small" disabled={loading} onClick={() => void save(input)}>
        {text}
      </Button>
    );
  const waiting = !seen && <LoadState error={error} retry={() => void refetch()} />;
  return (
    <>
      <Panel title={t('settings.seen.hosts')} lead={t('settings.seen.hostsLead')}>
        {waiting}
        {seen?.hosts.length === 0 && <p>{t('settings.seen.noHosts')}</p>}
        {seen && <ForeignHostsNote product={product} hosts={seen.hosts} button={button} />}
        <LongList
          rows={(seen?.hosts ?? []).map((host) => (
            <HostRow key={host.host} host={host} product={product} button={button} />
          ))}
        />
      </Panel>
      <Panel title={t('settings.seen.agents')} lead={t('settings.seen.agentsLead')}>
        {waiting}
        {seen?.userAgents.length === 0 && <p>{t('settings.seen.noAgents')}</p>}
        <LongList
          rows={[...(seen?.userAgents ?? [])]
            .sort((a, b) => Number(b.robot) - Number(a.robot))
            .map((one) => (
              <UserAgentRow
                key={`${one.family} ${one.example}`}
                one={one}
                product={product}
                button={button}
              />
            ))}
        />
      </Panel>
    </>
  );
}

type MakeButton = (text: string, input: ProductInput) => ReactNode;

/** Asks whether events from unregistered hosts should go on counting. */
function ForeignHostsNote({
  product,
  hosts,
  button,
}: {
  product: ProductFieldsFragment;
  hosts: readonly Host[];
  button: MakeButton;
}) {
  const { t } = useTranslation();
  const foreign = hosts.filter(({ known }) => !known).length;
  if (product.measuredHostsOnly || foreign === 0) return null;
  return (
    <div role="note" className={`ic-rounded ic-mb-12 ic-warning ic-text-13 ${styles.missing}`}>
      <p className="ic-mb-8">{t('settings.seen.ask', { n: count(foreign) })}</p>
      {button(t('settings.seen.only'), { measuredHostsOnly: true })}
    </div>
  );
}

function HostRow({
  host: { host, views, cvs, measured, known },
  product: { moreHosts, measuredHostsOnly },
  button,
}: {
  host: Host;
  product: ProductFieldsFragment;
  button: MakeButton;
}) {
  const { t } = useTranslation();
  const state = !measured ? 'excluded' : known ? 'measured' : 'unknown';
  const [add, drop] = measuredHostsOnly ? (['measure', 'exclude'] as const) : (['add', 'drop'] as const);
  return (
    <PanelRow
      name={
        <>
          {host}{' '}
          <StatusTag tone={state === 'measured' ? 'good' : state === 'excluded' ? 'bad' : 'waiting'}>
            {t(`settings.seen.${state}`)}
          </StatusTag>
        </>
      }
      facts={[t('settings.seen.views', { n: count(views) }), t('settings.seen.cvs', { n: count(cvs) })]}
      actions={
        !known
          ? button(t(`settings.seen.${add}`), { moreHosts: withEntry(moreHosts, host) })
          : isEntry(moreHosts, host) &&
            button(t(`settings.seen.${drop}`), { moreHosts: withoutEntry(moreHosts, host) })
      }
    />
  );
}

function UserAgentRow({
  one: { family, events, robot, example, common },
  product: { peopleUserAgents, robotUserAgents },
  button,
}: {
  one: UserAgent;
  product: ProductFieldsFragment;
  button: MakeButton;
}) {
  const { t } = useTranslation();
  return (
    <PanelRow
      name={
        <>
          {family}{' '}
          <StatusTag tone={robot ? 'bad' : 'good'}>
            {t(robot ? 'settings.seen.robot' : 'settings.seen.person')}
          </StatusTag>
        </>
      }
      facts={[t('settings.seen.events', { n: count(events) }), example]}
      actions={
        !common &&
        (robot
          ? button(t('settings.seen.asPerson'), {
              peopleUserAgents: withEntry(peopleUserAgents, family),
              robotUserAgents: withoutEntry(robotUserAgents, family),
            })
          : button(t('settings.seen.asRobot'), {
              robotUserAgents: withEntry(robotUserAgents, family),
              peopleUserAgents: withoutEntry(peopleUserAgents, family),
            }))
      }
    />
  );
}
