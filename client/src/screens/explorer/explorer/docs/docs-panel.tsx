import { ArrowLeftOutlined } from '@ant-design/icons';
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { Button, Collapse, Skeleton } from 'antd';
import { isObjectType, type GraphQLSchema } from 'graphql';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keysOf } from '../../../../../../shared/records';
import { currentLanguage } from '../../../../i18n/i18n';
import { StateNote } from '../../../../kit/states';
import { ErrorNote } from '../../../../kit/error-note';
import { useProductId } from '../../../../session/session-context';
import styles from '../explorer.module.css';
import { useOpen } from '../query/use-open';
import { PanelSearch } from '../side/panel-search';
import { useTextOf } from '../use-text';
import { languageOfDescriptions } from './labels';
import { docField, docIndex, fieldsOf, findDocs, type DocField } from './doc-index';
import { skeletonOf } from './skeleton';
import { SUBJECTS } from './subjects';

/** Schema documentation in the console's words: queries by subject with arguments and fields. Searchable. */
export function DocsPanel() {
  const { t } = useTranslation();
  const text = useTextOf();
  const { schema, fetchError } = useGraphiQL((state) => ({
    schema: state.schema,
    fetchError: state.fetchError,
  }));
  const { introspect } = useGraphiQLActions();
  const [typed, setTyped] = useState('');
  const [trail, setTrail] = useState<readonly DocField[]>([]);
  const searchText = useDeferredValue(typed.trim());
  const index = useMemo(() => (schema ? docIndex(schema, text) : []), [schema, text]);
  const search = useMemo(
    () => (searchText === '' ? undefined : findDocs(index, searchText)),
    [index, searchText],
  );
  if (fetchError !== null)
    return (
      <ErrorNote
        title={t('explorer.docs.failed')}
        hint={t('explorer.docs.failedHint')}
        retry={() => void introspect()}
      />
    );
  if (!schema) return <Skeleton active paragraph={{ rows: 10 }} />;

  const open = (doc: DocField): void => {
    setTyped('');
    setTrail([...trail, doc]);
  };
  const current = trail.at(-1);
  const queryOf = (name: string): DocField[] =>
    index.filter((doc) => doc.type === 'Query' && doc.name === name);
  return (
    <>
      <PanelSearch label={t('explorer.docs.search')} value={typed} onChange={setTyped} />
      {search ? (
        search.matches.length === 0 ? (
          <StateNote title={t('explorer.docs.notFound')} hint={t('explorer.docs.notFoundHint')} />
        ) : (
          <>
            <Fields docs={search.matches} onOpen={open} whole />
            {search.more > 0 && (
              <p className="ic-caption ic-figures ic-mb-8">
                {t('explorer.docs.more', { count: search.more })}
              </p>
            )}
          </>
        )
      ) : current ? (
        <Detail
          key={trail.length}
          doc={current}
          schema={schema}
          onOpen={open}
          onBack={() => setTrail(trail.slice(0, -1))}
        />
      ) : (
        <Collapse
          ghost
          size="small"
          defaultActiveKey={['reports']}
          items={keysOf(SUBJECTS).map((subject) => ({
            key: subject,
            label: t(`explorer.docs.subject.${subject}`),
            children: <Fields docs={Object.keys(SUBJECTS[subject]).flatMap(queryOf)} onOpen={open} />,
          }))}
        />
      )}
    </>
  );
}

interface FieldsProps {
  docs: readonly DocField[];
  onOpen: (doc: DocField) => void;
  /** True to show each field's parent type. */
  whole?: boolean;
}

/** Name in the schema with the type. */
const signatureOf = ({ type, name, shape }: DocField, whole: boolean): string =>
  `${whole && type !== 'Query' && type !== '' ? `${type}.` : ''}${name}${shape && `: ${shape}`}`;

/** Description of a field in the schema, in the language that it has. */
const Description = ({ doc }: { doc: DocField }) =>
  doc.description && (
    <span lang={languageOfDescriptions(currentLanguage())} className="ic-caption">
      {doc.description}
    </span>
  );

/** Fields with their names, meaning and description. */
function Fields({ docs, onOpen, whole = false }: FieldsProps) {
  return (
    <ul className={`ic-list ic-text-13 ${styles.entries}`}>
      {docs.map((doc) => (
        <li key={`${doc.type}.${doc.name}`}>
          <button type="button" onClick={() => onOpen(doc)}>
            <b>{doc.label ?? doc.name}</b>
            <code className="ic-clamp ic-caption">{signatureOf(doc, whole)}</code>
            {doc.definition && <span>{doc.definition}</span>}
            <Description doc={doc} />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface DetailProps {
  doc: DocField;
  schema: GraphQLSchema;
  onOpen: (doc: DocField) => void;
  onBack: () => void;
}

/** One field: meaning, arguments and the fields of its value. */
function Detail({ doc, schema, onOpen, onBack }: DetailProps) {
  const { t } = useTranslation();
  const text = useTextOf();
  const productId = useProductId();
  const openQuery = useOpen();
  const type = schema.getType(doc.type);
  const args = isObjectType(type) ? (type.getFields()[doc.name]?.args ?? []) : [];
  const fields = fieldsOf(schema, text, doc.value);
  return (
    <article className="ic-mt-8">
      <Button type="link" size="small" icon={<ArrowLeftOutlined />} onClick={onBack}>
        {t('explorer.docs.back')}
      </Button>
      <h2 className="ic-mt-8 ic-text-16">{doc.label ?? doc.name}</h2>
      <code className="ic-caption">{signatureOf(doc, true)}</code>
      {doc.definition && <p className="ic-mt-4 ic-mb-8">{doc.definition}</p>}
      {doc.description && (
        <p className="ic-mt-4 ic-mb-8">
          <Description doc={doc} />
        </p>
      )}
      {doc.type === 'Query' && (
        <Button
          size="small"
          type="primary"
          disabled={!openQuery}
          onClick={() => openQuery?.(skeletonOf(schema, doc.name, productId))}
        >
          {t('explorer.docs.write')}
        </Button>
      )}
      {args.length > 0 && (
        <>
          <h3 className="ic-mt-16 ic-mb-4 ic-text-13">{t('explorer.docs.arguments')}</h3>
          <Fields docs={args.map((one) => docField(text, '', one))} onOpen={onOpen} />
        </>
      )}
      {fields.length > 0 && (
        <>
          <h3 className="ic-mt-16 ic-mb-4 ic-text-13">{t('explorer.docs.fields', { type: doc.value })}</h3>
          <Fields docs={fields} onOpen={onOpen} />
        </>
      )}
    </article>
  );
}
