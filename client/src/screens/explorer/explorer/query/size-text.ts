import { formatNumber } from '../../../../../../shared/format';

const KB = 1024;

/** Formats a byte count: `812 B`, `34 KB`, `1.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < KB) return `${formatNumber(bytes, { showZero: true })} B`;
  return bytes < KB * KB
    ? `${formatNumber(bytes / KB)} KB`
    : `${formatNumber(bytes / KB / KB, { decimals: 1 })} MB`;
}
