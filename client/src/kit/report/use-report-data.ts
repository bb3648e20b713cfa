import { useEffect, useRef, useState } from 'react';
import {
  type FigureNewsQuery,
  FigureNewsDocument,
  type FigureNewsQueryVariables,
} from '../../generated/first';
import { isForbidden } from '../failure';
import type { ApolloClient, DocumentNode, OperationVariables } from '@apollo/client';
import { useTranslation } from 'react-i18next';
import { notify } from '../notifier';
import { metricValue, reportData, type ReportAnswer, type ReportData } from './answer';
import type { ReportVariables } from './query';
import type { ReportQuery } from './types';

/** Interval of version checks, and the interval while a backlog is being computed. */
const EVERY_MS = 5000;
/** The first checks follow sooner, because users often return from a change to see its effect. */
const SOON_MS: readonly number[] = [1000, 2000];
const BEHIND_MS = 15_000;
/** Minimum pause after a reread, as a multiple of its duration. */
const REST = 10;

/** Backlog of metrics still to compute. */
export type Backlog = NonNullable<FigureNewsQuery['computing']>;

/** Keeps shown metrics up to date. */
export interface Watch {
  /** Identifies the query; answers to another query are ignored. */
  question: string;
  /** Returns the data version without reading any metrics. */
  check(): Promise<FigureNewsQuery>;
  /** Rereads the metrics without a loading state. */
  reread(): Promise<void>;
}

/**
 * Refreshes metrics automatically: polls their version every few seconds while the page is visible (sooner
 * right after it becomes visible) and rereads them when it changes.
 * @param watch undefined disables polling, if nothing can be shown
 * @param version data version on screen; undefined while there is none
 * @returns the backlog to compute; null if there is none
 */
export function useWatch(watch: Watch | undefined, version: number | undefined): Backlog | null {
  const [backlog, setBacklog] = useState<Backlog | null>(null);
  const latest = useRef({ watch, version });
  useEffect(() => {
    latest.current = { watch, version };
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let polling = false;
    let ended = false;
    let polls = 0;
    const schedule = (ms: number): void => {
      clearTimeout(timer);
      if (!ended && !polling && !document.hidden) timer = setTimeout(() => void poll(), ms);
    };
    async function checkAndReread(current: Watch): Promise<number> {
      const news = await current.check();
      if (ended) return EVERY_MS;
      setBacklog(news.computing ?? null);
      const wait = news.computing ? BEHIND_MS : (SOON_MS[polls++] ?? EVERY_MS);
      const now = latest.current;
      const isNews =
        now.version !== undefined &&
        now.version !== news.figureVersion &&
        now.watch?.question === current.question;
      if (!isNews) return wait;
      const startedAt = Date.now();
      await current.reread();
      return Math.max(wait, REST * (Date.now() - startedAt));
    }
    async function poll(): Promise<void> {
      const current = latest.current.watch;
      polling = true;
      // Keeps the data after a failure and retries, except after a permission error.
      const wait = current
        ? await checkAndReread(current).catch((error: unknown) => (isForbidden(error) ? Infinity : EVERY_MS))
        : EVERY_MS;
      polling = false;
      if (Number.isFinite(wait)) schedule(wait);
    }
    const onVisibilityChange = (): void => {
      polls = 0;
      schedule(0);
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    schedule(0);
    return () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, []);
  return backlog;
}

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

/** The part of Apollo's hook result that reports use. */
interface HookResult {
  data?: ReportAnswer | undefined;
  client: ApolloClient;
  loading: boolean;
  error?: unknown;
  refetch: () => Promise<unknown>;
}

const conversionsOf = ({ report, today }: ReportAnswer): number =>
  (metricValue(report.total, 'cvTotalFinal') ?? 0) +
  (today ? (metricValue(today.total, 'cvTotalFinal') ?? 0) : 0);

/** Data of a report, reread when its metrics change. */
export function useReportData(
  result: HookResult,
  document: DocumentNode,
  variables: ReportVariables,
): ReportData {
  const { productId, dateFrom: from, dateTo, today } = variables;
  const { data, watch } = useReread(result, {
    document,
    variables,
    days: { productId, from, to: today ?? dateTo },
    conversionsOf,
  });
  return { ...reportData({ ...result, data }), watch };
}

/** Data and the query that its rows answer. */
export interface SteadyData {
  data: ReportData;
  answeredQuery: ReportQuery;
  /** Whether the rows answer an earlier query. They keep the table's size but are unreadable. */
  stale: boolean;
}

/**
 * Keeps the last rows and their axes while another query loads, to avoid layout shift. A different product or
 * a failure drops them.
 */
export function useSteadyData(data: ReportData, query: ReportQuery): SteadyData {
  const last = useRef<{ data: ReportData; query: ReportQuery } | undefined>(undefined);
  useEffect(() => {
    if (data.rows) last.current = { data, query };
  }, [data, query]);

  const before = last.current;
  const waiting = !data.rows && data.loading && !data.error;
  if (!waiting || !before || before.query.productId !== query.productId)
    return { data, answeredQuery: query, stale: false };
  return {
    data: { ...before.data, loading: true, refetch: data.refetch, watch: data.watch },
    answeredQuery: before.query,
    stale: true,
  };
}
