import { Component, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { withHeading } from '../i18n/punctuation';
import { isCodeLost } from './code-lost';
import { PlainButton } from './plain-form';
import { StateNote } from './states';
import { useOnline } from './use-window';

interface Crash {
  error: unknown;
  /** Identifies the failure in the browser's log. */
  id: string;
}

/**
 * Replaces a part that failed to render. Browsers don't request failed code again until the page reloads.
 * The note reloads once the connection is back; a reload while offline would leave the console.
 */
function CrashNote({ crash, retry }: { crash: Crash; retry: () => void }) {
  const { t } = useTranslation();
  const lost = isCodeLost(crash.error);
  const online = useOnline();
  const wasOffline = useRef(!online);
  useEffect(() => {
    if (!online) wasOffline.current = true;
    else if (lost && wasOffline.current) location.reload();
  }, [online, lost]);
  if (lost && !online)
    return <StateNote tone="error" title={t('frame.codeOffline')} hint={t('frame.codeOfflineHint')} />;
  return (
    <StateNote
      tone="error"
      title={t(lost ? 'frame.codeLost' : 'frame.partCrashed')}
      hint={
        <>
          <p>{t(lost ? 'frame.codeLostHint' : 'frame.partCrashedHint')}</p>
          {!lost && (
            <p>
              {withHeading(t('common.requestId'), '')}
              <code>{crash.id}</code>
            </p>
          )}
        </>
      }
      action={
        <PlainButton onClick={lost ? () => location.reload() : retry}>
          {t(lost ? 'frame.reload' : 'common.retry')}
        </PlainButton>
      }
    />
  );
}

interface BoundaryProps {
  children: ReactNode;
  /** A new value resets the boundary. */
  of?: string;
}

/** Contains a render failure in one part of a page: the rest stays, and the part can be retried. */
export class Boundary extends Component<BoundaryProps, { crash?: Crash | undefined }> {
  override state: { crash?: Crash | undefined } = {};

  static getDerivedStateFromError(error: unknown): { crash: Crash } {
    return { crash: { error, id: crypto.randomUUID?.().slice(0, 8) ?? String(Date.now()) } };
  }

  override componentDidCatch(error: unknown): void {
    console.error(`[${this.state.crash?.id}]`, error);
  }

  override componentDidUpdate({ of }: BoundaryProps): void {
    if (this.state.crash && of !== this.props.of) this.setState({ crash: undefined });
  }

  override render(): ReactNode {
    const { crash } = this.state;
    return crash ? (
      <CrashNote crash={crash} retry={() => this.setState({ crash: undefined })} />
    ) : (
      this.props.children
    );
  }
}
