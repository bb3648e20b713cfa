import { ArrowLeftOutlined } from '@ant-design/icons';
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { Button, Collapse, Input, Skeleton } from 'antd';
import { isObjectType } from 'graphql';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keysOf } from '../../../../../../shared/records';
import { currentLanguage } from '../../../../i18n/i18n';
import { ErrorNote } from '../../../../kit/error-note';
import { StateNote } from '../../../../kit/states';
import { useProductId } from '../../../../session/session-context';
import { useOpen } from '../query/use-open';
import { useTextOf } from '../use-text';
import { languageOfDescriptions } from './descriptions';
import { docField, docIndex, fieldsOf, findDocs, type DocField } from './doc-index';
import styles from './docs.module.css';
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
  if (!schema) return <Skeleton className={styles.loading ?? ''} active paragraph={{ rows: 10 }} />;

  const open = (doc: DocField): void => {
    setTyped('');
    setTrail(doc.type !== 'Query' && trail.length === 0 ? [doc] : [...trail, doc]);
  };
  const current = trail.at(-1);
  const byName = new Map(
    Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => [
      field.name,
      docField(text, 'Query', field),
    ]),
  );
  return (
    <div className={styles.panel}>
      <Input.Search
        allowClear
        value={typed}
        placeholder={t('explorer.docs.search')}
        aria-label={t('explorer.docs.search')}
        onChange={({ target }) => setTyped(target.value)}
      />
      {search ? (
        search.matches.length === 0 ? (
          <StateNote title={t('explorer.docs.notFound')} hint={t('explorer.docs.notFoundHint')} />
        ) : (
          <>
            <Fields docs={search.matches} onOpen={open} whole />
            {search.more > 0 && (
              <p className={styles.note}>{t('explorer.docs.more', { count: search.more })}</p>
            )}
          </>
        )
      ) : current ? (
        <Detail key={trail.length} doc={current} onOpen={open} onBack={() => setTrail(trail.slice(0, -1))} />
      ) : (
        <Collapse
          ghost
          size="small"
          defaultActiveKey={['reports']}
          items={keysOf(SUBJECTS).map((subject) => ({
            key: subject,
            label: t(`explorer.docs.subject.${subject}`),
            children: (
              <Fields
                docs={Object.keys(SUBJECTS[subject]).flatMap((name) => byName.get(name) ?? [])}
                onOpen={open}
              />
            ),
          }))}
        />
      )}
    </div>
  );
}

interface FieldsProps {
  docs: readonly DocField[];
  onOpen: (doc: DocField) => void;
  /** True to show each field's parent type. */
  whole?: boolean;
}

/** Fields with their names, meaning and description. */
function Fields({ docs, onOpen, whole = false }: FieldsProps) {
  return (
    <ul className={styles.fields}>
      {docs.map((doc) => (
        <li key={`${doc.type}.${doc.name}`}>
          <button type="button" onClick={() => onOpen(doc)}>
            <span className={styles.label}>{doc.label ?? doc.name}</span>
            <code>
              {whole && doc.type !== 'Query' ? `${doc.type}.` : ''}
              {doc.name}
              {doc.shape && `: ${doc.shape}`}
            </code>
            {doc.definition && <span className={styles.definition}>{doc.definition}</span>}
            {doc.description && (
              <span lang={languageOfDescriptions(currentLanguage())} className={styles.description}>
                {doc.description}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** One field: meaning, arguments and the fields of its value. */
function Detail({
  doc,
  onOpen,
  onBack,
}: {
  doc: DocField;
  onOpen: (doc: DocField) => void;
  onBack: () => void;
}) {
  const { t } = useTranslation();
  const text = useTextOf();
  const productId = useProductId();
  const openQuery = useOpen();
  const schema = useGraphiQL((state) => state.schema);
  if (!schema) return null;
  const type = schema.getType(doc.type);
  const args = isObjectType(type) ? (type.getFields()[doc.name]?.args ?? []) : [];
  const fields = fieldsOf(schema, text, doc.value);
  return (
    <article className={styles.detail}>
      <Button type="link" size="small" icon={<ArrowLeftOutlined />} onClick={onBack}>
        {t('explorer.docs.back')}
      </Button>
      <h2>{doc.label ?? doc.name}</h2>
      <code>
        {doc.type === 'Query' || doc.type === '' ? '' : `${doc.type}.`}
        {doc.name}
        {doc.shape && `: ${doc.shape}`}
      </code>
      {doc.definition && <p>{doc.definition}</p>}
      {doc.description && (
        <p lang={languageOfDescriptions(currentLanguage())} className={styles.description}>
          {doc.description}
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
          <h3>{t('explorer.docs.arguments')}</h3>
          <Fields docs={args.map((one) => docField(text, '', one))} onOpen={onOpen} />
        </>
      )}
      {fields.length > 0 && (
        <>
          <h3>{t('explorer.docs.fields', { type: doc.value })}</h3>
          <Fields docs={fields} onOpen={onOpen} />
        </>
      )}
    </article>
  );
}
