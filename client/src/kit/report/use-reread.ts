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

/** What a query's hook answers, as far as it is read again. */
interface Answered<Data> {
  data?: Data | undefined;
  client: ApolloClient;
}

export interface Rereadable<Data> {
  document: DocumentNode;
  variables: OperationVariables;
  /** The days whose figures are shown. */
  days: FigureNewsQueryVariables;
  /** Final conversions of what is shown: more of them than before are told. */
  conversionsOf: (data: Data) => number;
}

/**
 * The answer of a query and the way to read it again beside the hook: nothing says that it waits, a failure leaves
 * what stands, and an answer to an earlier question is dropped.
 */
export function useReread<Data>(
  result: Answered<Data>,
  asked: Rereadable<Data>,
): { data: Data | undefined; watch: Watch } {
  const { t } = useTranslation();
  const [later, setLater] = useState<{ instead: Data; data: Data }>();
  const data = result.data !== undefined && later?.instead === result.data ? later.data : result.data;
  const shown = useRef({ answered: result.data, data });
  useEffect(() => {
    shown.current = { answered: result.data, data };
  });

  async function reread(): Promise<void> {
    const { answered } = shown.current;
    const { data: next } = await result.client.query<Data>({
      query: asked.document,
      variables: asked.variables,
      fetchPolicy: 'no-cache',
    });
    const before = shown.current;
    if (!next || !answered || !before.data || before.answered !== answered) return;
    setLater({ instead: answered, data: next });
    const more = asked.conversionsOf(next) - asked.conversionsOf(before.data);
    if (more > 0) notify('SUCCESS', t('report.newConversions', { count: more }));
  }

  async function check(): Promise<FigureNewsQuery> {
    const { data: news } = await result.client.query<FigureNewsQuery>({
      query: FigureNewsDocument,
      variables: asked.days,
      fetchPolicy: 'no-cache',
    });
    if (!news) throw new Error('The check was answered by nothing');
    return news;
  }
  return { data, watch: { question: JSON.stringify(asked.variables), check, reread } };
}
