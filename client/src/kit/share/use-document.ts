import { useTranslation } from 'react-i18next';
import { useOpenReportDocumentMutation } from '../../generated/graphql';
import { failureText } from '../failure';
import { notify } from '../notifier';
import type { ShareSubject } from './share-drawer';

/** Downloads a file of this server. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Returns the function that opens a view or client report as a document: its PDF file, or its page to print. */
export function useDocument(): (subject: ShareSubject, as: 'pdf' | 'page') => Promise<void> {
  const { t } = useTranslation();
  const [request] = useOpenReportDocumentMutation();
  return async ({ viewId, clientReportId }, as) => {
    // A page opens by the press itself, because browsers block later windows.
    const target = as === 'page' ? window.open('about:blank') : null;
    if (as === 'page' && !target) return notify('WARNING', t('clientReports.blocked'));
    try {
      const { data } = await request({
        variables: { ...(viewId && { viewId }), ...(clientReportId && { clientReportId }) },
      });
      const { url, pdfUrl } = data?.openReportDocument ?? {};
      if (!url) throw new Error('The server returned no document');
      if (target) return target.location.replace(new URL(url, location.origin));
      notify('INFO', t('clientReports.making'));
      download(pdfUrl ?? url);
    } catch (failure) {
      target?.close();
      notify('ERROR', failureText(t, failure));
    }
  };
}
