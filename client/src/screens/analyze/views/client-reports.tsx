import {
  DeleteOutlined,
  EditOutlined,
  EyeOutlined,
  FilePdfOutlined,
  LinkOutlined,
  MoreOutlined,
  PlusOutlined,
  PrinterOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useClientReportsQuery,
  useDeleteClientReportMutation,
  type ClientReportPartsFragment as Report,
  type SavedViewPartsFragment as View,
} from '../../../generated/graphql';
import { DeleteDialog } from '../../../kit/dialog/delete-dialog';
import { ErrorNote } from '../../../kit/error-note';
import { Loading } from '../../../kit/loading';
import { MenuButton } from '../../../kit/menu-button';
import { Panel, PanelRow, PanelRows } from '../../../kit/page';
import type { ShareSubject } from '../../../kit/share/share-drawer';
import { useDocument } from '../../../kit/share/use-document';
import { StateNote } from '../../../kit/states';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useConsoleConfig } from '../../../session/console-config';
import { useProductId, useSession } from '../../../session/session-context';
import { ClientReportDrawer, viewsFor } from './client-report-drawer';

interface ClientReportsProps {
  views: readonly View[];
  onShare: (subject: ShareSubject) => void;
}

const subjectOf = ({ id, title }: Report): ShareSubject => ({ clientReportId: id, title });

/** Documents of several saved views for clients: create, print as PDF, share. */
export function ClientReports({ views, onShare }: ClientReportsProps) {
  const { t } = useTranslation();
  const { products } = useSession();
  const { pdf } = useConsoleConfig();
  const { data, error, refetch } = useClientReportsQuery({ fetchPolicy: 'cache-and-network' });
  const [remove] = useDeleteClientReportMutation();
  const openDocument = useDocument();
  const [open, setOpen] = useState<{ report?: Report; how: 'edit' | 'delete' }>();
  const reports = data?.clientReports;
  const canAdd = viewsFor(views, useProductId()).length > 0;
  const add = canAdd && (
    <Button icon={<PlusOutlined />} onClick={() => setOpen({ how: 'edit' })}>
      {t('clientReports.add')}
    </Button>
  );
  const productOf = ({ productId }: Report): string =>
    products.find(({ id }) => id === productId)?.label ?? `#${productId}`;
  return (
    <Panel
      title={t('clientReports.title')}
      lead={t(pdf ? 'clientReports.leadPdf' : 'clientReports.leadPrint')}
      actions={add}
    >
      {!reports && (error ? <ErrorNote error={error} retry={() => void refetch()} /> : <Loading />)}
      {reports?.length === 0 && (
        <StateNote title={t('clientReports.empty')} hint={t('clientReports.emptyHint')} />
      )}
      <PanelRows>
        {reports?.map((report) => (
          <PanelRow
            key={report.id}
            name={report.title}
            facts={[
              ...(report.addressee ? [report.addressee] : []),
              productOf(report),
              t('clientReports.count', { count: report.parts.length }),
              ...(report.nextAt
                ? [t('clientReports.next', { time: formatDateTime(report.nextAt).slice(0, -3) })]
                : []),
              ...(report.userName ? [t('settings.shares.by', { name: report.userName })] : []),
            ]}
            actions={
              <div className="ic-flex ic-gap-4">
                <Button
                  size="small"
                  icon={pdf ? <FilePdfOutlined /> : <PrinterOutlined />}
                  onClick={() => void openDocument(subjectOf(report), pdf ? 'pdf' : 'page')}
                >
                  {t(pdf ? 'clientReports.pdf' : 'clientReports.print')}
                </Button>
                <MenuButton
                  label={`${report.title}: ${t('list.actions')}`}
                  icon={<MoreOutlined />}
                  items={[
                    {
                      key: 'page',
                      label: t('clientReports.page'),
                      icon: <EyeOutlined />,
                      onSelect: () => void openDocument(subjectOf(report), 'page'),
                    },
                    {
                      key: 'share',
                      label: t('clientReports.share'),
                      icon: <LinkOutlined />,
                      onSelect: () => onShare(subjectOf(report)),
                    },
                    ...(report.editable
                      ? [
                          {
                            key: 'edit',
                            label: t('clientReports.edit'),
                            icon: <EditOutlined />,
                            onSelect: () => setOpen({ report, how: 'edit' }),
                          },
                          {
                            key: 'delete',
                            label: t('views.delete'),
                            icon: <DeleteOutlined />,
                            onSelect: () => setOpen({ report, how: 'delete' }),
                          },
                        ]
                      : []),
                  ]}
                />
              </div>
            }
          />
        ))}
      </PanelRows>
      {open?.how === 'edit' && (
        <ClientReportDrawer
          report={open.report}
          views={views}
          onSaved={() => void refetch()}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.how === 'delete' && open.report && (
        <DeleteDialog
          name={open.report.title}
          remove={() =>
            remove({
              variables: { id: open.report?.id ?? 0, version: open.report?.version ?? null },
              refetchQueries: ['ClientReports'],
              awaitRefetchQueries: true,
            })
          }
          onResult={() => setOpen(undefined)}
        />
      )}
    </Panel>
  );
}
