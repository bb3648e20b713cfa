import { Alert } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { mediaFields } from '../../../../../shared/catalog/media';
import { keysOf, recordOf } from '../../../../../shared/records';
import { joinList, withHeading } from '../../../i18n/punctuation';
import { ImportPreview } from '../../../kit/csv-import/import-preview';
import { formatApiDay } from '../../../kit/tokyo-date';
import { amountColumns, amountText } from './amounts';
import type { Imported } from './import-dialog';

type Row = Imported['rows'][number];

const TONES = {
  refused: 'bad',
  create: 'good',
  replace: 'waiting',
  added: 'muted',
  unchanged: 'muted',
  skipped: 'muted',
} as const;
const ACTIONS = keysOf(TONES);

const problemsOf = (t: TFunction, { problems }: Row): string[] =>
  problems.map(({ column, value, message }) =>
    column === null
      ? message
      : value === null
        ? withHeading(column, message)
        : t('mediaCosts.wrongCell', { column, value, message }),
  );

/** The ad of a line and the line's problems. */
function AdOfLine({ row }: { row: Row }) {
  const { t } = useTranslation();
  const { adName, named, problems, addedTo, reason } = row;
  const notes = [
    adName === null || named === adName ? '' : named,
    reason ?? '',
    addedTo === null ? '' : t('mediaCosts.addedTo', { line: addedTo }),
  ].filter(Boolean);
  return (
    <>
      {adName ?? named}
      {notes.map((note) => (
        <div key={note} className="ic-muted">
          {note}
        </div>
      ))}
      {problems.length > 0 && (
        <ul className="ic-indent ic-error">
          {problemsOf(t, row).map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Preview of each line in a file. */
export function MediaPreview({ outcome, source }: { outcome: Imported; source: string }) {
  const { t } = useTranslation();
  const { columns, created, replaced, unchanged, added, skipped, refused, missing } = outcome;
  if (missing.length > 0)
    return (
      <Alert
        type="info"
        showIcon
        title={t('mediaCosts.missing')}
        description={t('mediaCosts.missingText', {
          needed: joinList(
            mediaFields.filter((one) => missing.includes(one)).map((one) => t(`mediaCosts.field.${one}`)),
          ),
          found: joinList(columns.filter(Boolean)),
        })}
      />
    );
  const counts = { refused, create: created, replace: replaced, added, unchanged, skipped };
  return (
    <ImportPreview<Row>
      {...outcome}
      actions={recordOf(ACTIONS, (action) => [TONES[action], t(`mediaCosts.action.${action}`)] as const)}
      counts={ACTIONS.filter((action) => counts[action] > 0).map((action) =>
        t('mediaCosts.count', { action: t(`mediaCosts.action.${action}`), count: counts[action] }),
      )}
      changes={created + replaced}
      texts={{
        action: t('mediaCosts.outcome'),
        wrong: t('mediaCosts.wrong'),
        nothing: t('mediaCosts.nothing'),
        file: `${source}-${t('mediaCosts.action.refused')}`,
      }}
      reasonOf={(row) => problemsOf(t, row).join(' / ')}
      details={[
        {
          key: 'day',
          title: t('mediaCosts.field.day'),
          width: 100,
          render: ({ day, dayTo }) =>
            [day, dayTo].flatMap((one) => (one === null ? [] : [formatApiDay(one)])).join(' – '),
        },
        { key: 'ad', title: t('mediaCosts.field.ad'), render: (row) => <AdOfLine row={row} /> },
        ...amountColumns<Row>(t, outcome.rows, 94, ({ action, before, ...row }, field) => {
          if (action === 'skipped' || action === 'refused') return null;
          return (
            <>
              {amountText(field, row[field], true)}
              {before && before[field] !== row[field] && (
                <div className="ic-muted">
                  {t('mediaCosts.before', { value: amountText(field, before[field], true) })}
                </div>
              )}
            </>
          );
        }),
      ]}
    />
  );
}
