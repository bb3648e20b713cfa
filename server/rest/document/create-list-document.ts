import { texts } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import { productsOf, type ListArgs } from '../../records/list-args';
import type { ListDefinition } from '../../records/list-definition';
import type { Cell } from '../../export/cell';
import type { ApiContext } from '../../services/context';
import type { ExportTable } from '../exported-table';
import { fileNameOf, headingOf } from './document';
import { fieldLabel } from './field-words';
import { listDays, listFacts, createRowFormatter, type ListColumn } from './list-document';
import { namesOf } from './names';
import { documentSourceOf } from './titles';

interface FiledList {
  readonly operation: string;
  readonly args: ListArgs;
  readonly definition: ListDefinition;
  readonly columns: readonly ListColumn[];
  readonly context: ApiContext;
  readonly locale: Locale;
  readonly now: number;
}

/** Document of a list without its rows, and the formatter of a row. */
export interface ListFile extends Omit<ExportTable, 'rows'> {
  readonly cells: (row: Readonly<Record<string, unknown>>) => Cell[];
}

/** Builds the document of a list: facts, column labels and formatted values. */
export async function createListDocument({
  operation,
  args,
  definition,
  columns,
  context,
  locale,
  now,
}: FiledList): Promise<ListFile> {
  const filed = documentSourceOf(operation);
  const title = texts[locale].menu[filed.title];
  const products = await namesOf(context, 'product', productsOf(args) ?? []);
  const facts = await listFacts({ args, definition, source: filed, locale, context }, products);
  return {
    name: fileNameOf(title, ...products, listDays(args, now)),
    title,
    heading: headingOf(title, facts, locale, now, columns.length),
    header: columns.map(([name, field]) => fieldLabel(locale, filed.entity, field) ?? name),
    cells: await createRowFormatter(columns, { args, source: filed, locale, context }),
  };
}
