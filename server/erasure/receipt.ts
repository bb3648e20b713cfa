import { formatDateTime } from '../../shared/domain/calendar';
import { texts } from '../../shared/i18n';
import type { Locale } from '../../shared/i18n/messages';
import { readJson } from '../db/columns';
import { erasureKinds, storedCounts, type ErasureCounts } from './subject';
import type { Erasure } from './erasure.entities';

/** Stored receipt of an erasure; it does not identify the person. */
export interface Receipt {
  readonly id: number;
  readonly number: string;
  readonly productId: number;
  readonly productName: string;
  /** Kind of id that named the person. */
  readonly subjectKind: string;
  /** Keyed digest of that id; equal for equal ids. */
  readonly subjectDigest: string;
  readonly status: 'underWay' | 'done';
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
  readonly userName: string;
  readonly counts: ErasureCounts;
}

export type ErasureRow = Erasure & { readonly productName: string };

export function receiptOf(row: ErasureRow): Receipt {
  const {
    id,
    number,
    productId,
    productName,
    subjectKind,
    subjectDigest,
    requestedAt,
    finishedAt,
    userName,
  } = row;
  return {
    id,
    number,
    productId,
    productName,
    subjectKind,
    subjectDigest,
    userName,
    counts: readJson(storedCounts, row.counts),
    status: finishedAt === null ? 'underWay' : 'done',
    requestedAt: new Date(requestedAt),
    finishedAt: finishedAt === null ? null : new Date(finishedAt),
  };
}

/** Formats the receipt as a text to file, in the reader's language. */
export function receiptText(receipt: Receipt, locale: Locale): string {
  const { erasureReceipt: words, privacy } = texts[locale];
  const {
    number,
    productName,
    productId,
    subjectKind,
    subjectDigest,
    requestedAt,
    finishedAt,
    userName,
    status,
    counts,
  } = receipt;
  const lines: [string, string][] = [
    [words.number, number],
    [words.product, `${productName} (${productId})`],
    [
      words.subject,
      words.subjects[subjectKind === 'user' || subjectKind === 'visitor' ? subjectKind : 'conversion'],
    ],
    [words.digest, subjectDigest],
    [words.requestedAt, `${formatDateTime(requestedAt.getTime())} (Asia/Tokyo)`],
    [words.finishedAt, finishedAt ? `${formatDateTime(finishedAt.getTime())} (Asia/Tokyo)` : words.underWay],
    [words.by, userName],
    [words.status, status === 'done' ? words.done : words.underWay],
    ...erasureKinds.map((kind): [string, string] => [privacy.kinds[kind], String(counts[kind])]),
  ];
  return [words.title, '', ...lines.map(([name, value]) => `${name}: ${value}`), '', words.notes, ''].join(
    '\n',
  );
}
