import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router-dom';
import { Button } from 'antd';
import { usePageLinkQuery } from '../../../generated/graphql';
import { Loading } from '../../../kit/loading';
import { Page } from '../../../kit/page';
import { ErrorNote } from '../../../kit/error-note';
import { linkPath } from '../../../kit/address';

/** Resolves a short link of a page or saved view and redirects to it. Shows a note if it doesn't exist. */
export function ViewLink() {
  const { t } = useTranslation();
  const { code = '' } = useParams();
  const { data, error, refetch } = usePageLinkQuery({ variables: { code }, fetchPolicy: 'network-only' });
  if (data) return <Navigate to={linkPath(data.pageLink)} replace />;
  if (!error) return <Loading />;
  return (
    <Page title={t('views.title')}>
      <ErrorNote
        of="report"
        missing={{
          title: t('views.missing'),
          hint: t('views.missingHint'),
          action: (
            <Link to="/views">
              <Button>{t('views.toList')}</Button>
            </Link>
          ),
        }}
        error={error}
        retry={() => void refetch()}
      />
    </Page>
  );
}
