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
} from '../../../generated/graphql';
import { failureText } from '../../../kit/failure';
import { notify } from '../../../kit/notifier';
import { Panel, PanelRow, PanelRows } from '../../../kit/page';
import { LoadState } from '../../../kit/setting/load-state';
import { StatusTag } from '../../../kit/status-tag';
import styles from './product.module.css';

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

interface SeenPanelProps<T> {
  kind: 'hosts' | 'agents';
  /** Undefined before they are loaded. */
  items: readonly T[] | undefined;
  /** Shown until then. */
  waiting: ReactNode;
  note?: ReactNode;
  row: (item: T) => ReactNode;
}

/** Shows the first rows of a list, and all of them at request. */
function SeenPanel<T>({ kind, items, waiting, note, row }: SeenPanelProps<T>) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  return (
    <Panel title={t(`settings.seen.${kind}`)} lead={t(`settings.seen.${kind}Lead`)}>
      {!items && waiting}
      {items?.length === 0 && (
        <p>{t(kind === 'hosts' ? 'settings.seen.noHosts' : 'settings.seen.noAgents')}</p>
      )}
      {note}
      <PanelRows>{items?.slice(0, all ? undefined : FIRST).map(row)}</PanelRows>
      {!all && items && items.length > FIRST && (
        <Button type="link" onClick={() => setAll(true)}>
          {t('settings.seen.more', { n: count(items.length) })}
        </Button>
      )}
    </Panel>
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
  const waiting = <LoadState error={error} retry={() => void refetch()} />;
  const { moreHosts, measuredHostsOnly: only, peopleUserAgents, robotUserAgents } = product;
  const foreign = seen?.hosts.filter(({ known }) => !known).length ?? 0;
  const name = (text: string, tone: 'good' | 'bad' | 'waiting', state: string) => (
    <>
      {text} <StatusTag tone={tone}>{state}</StatusTag>
    </>
  );
  return (
    <>
      <SeenPanel
        kind="hosts"
        items={seen?.hosts}
        waiting={waiting}
        note={
          !only &&
          foreign > 0 && (
            <div role="note" className={`ic-rounded ic-mb-12 ic-warning ic-text-13 ${styles.missing}`}>
              <p className="ic-mb-8">{t('settings.seen.ask', { n: count(foreign) })}</p>
              {button(t('settings.seen.only'), { measuredHostsOnly: true })}
            </div>
          )
        }
        row={({ host, views, cvs, measured, known }) => (
          <PanelRow
            key={host}
            name={
              measured
                ? name(host, known ? 'good' : 'waiting', t(`settings.seen.${known ? 'measured' : 'unknown'}`))
                : name(host, 'bad', t('settings.seen.excluded'))
            }
            facts={[t('settings.seen.views', { n: count(views) }), t('settings.seen.cvs', { n: count(cvs) })]}
            actions={
              !known
                ? button(t(`settings.seen.${only ? 'measure' : 'add'}`), {
                    moreHosts: withEntry(moreHosts, host),
                  })
                : isEntry(moreHosts, host) &&
                  button(t(`settings.seen.${only ? 'exclude' : 'drop'}`), {
                    moreHosts: withoutEntry(moreHosts, host),
                  })
            }
          />
        )}
      />
      <SeenPanel
        kind="agents"
        items={seen && [...seen.userAgents].sort((a, b) => Number(b.robot) - Number(a.robot))}
        waiting={waiting}
        row={({ family, events, robot, example, common }) => (
          <PanelRow
            key={`${family} ${example}`}
            name={name(family, robot ? 'bad' : 'good', t(`settings.seen.${robot ? 'robot' : 'person'}`))}
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
        )}
      />
    </>
  );
}
