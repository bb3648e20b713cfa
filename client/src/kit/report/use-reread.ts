import type { ApolloClient, DocumentNode, OperationVariables } from '@apollo/client';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  FigureNewsDocument,
  type FigureNewsQuery,
  type FigureNewsQueryVariables,
} from '../../generated/first';
import { notify } from '../notifier';
import type { Watch } from './use-watch';

/** The part of a query hook's result that rereading uses. */
interface QueryResult<Data> {
  data?: Data | undefined;
  client: ApolloClient;
}

export interface RereadRequest<Data> {
  document: DocumentNode;
  variables: OperationVariables;
  /** Days whose metrics are shown. */
  days: FigureNewsQueryVariables;
  /** Counts the final conversions shown; an increase triggers a notice. */
  conversionsOf: (data: Data) => number;
}

/**
 * Rereads a query beside its hook: without a loading state, keeping the current data on failure, and dropping
 * answers to an earlier query.
 */
export function useReread<Data>(
  result: QueryResult<Data>,
  request: RereadRequest<Data>,
): { data: Data | undefined; watch: Watch } {
  const { t } = useTranslation();
  const [later, setLater] = useState<{ instead: Data; data: Data }>();
  const data = result.data !== undefined && later?.instead === result.data ? later.data : result.data;
  const latest = useRef({ answered: result.data, data });
  useEffect(() => {
    latest.current = { answered: result.data, data };
  });

  async function reread(): Promise<void> {
    const { answered } = latest.current;
    const { data: next } = await result.client.query<Data>({
      query: request.document,
      variables: request.variables,
      fetchPolicy: 'no-cache',
    });
    const before = latest.current;
    if (!next || !answered || !before.data || before.answered !== answered) return;
    setLater({ instead: answered, data: next });
    const more = request.conversionsOf(next) - request.conversionsOf(before.data);
    if (more > 0) notify('SUCCESS', t('report.newConversions', { count: more }));
  }

  async function check(): Promise<FigureNewsQuery> {
    const { data: news } = await result.client.query<FigureNewsQuery>({
      query: FigureNewsDocument,
      variables: request.days,
      fetchPolicy: 'no-cache',
    });
    if (!news) throw new Error('The version check returned no data');
    return news;
  }
  return { data, watch: { question: JSON.stringify(request.variables), check, reread } };
}
