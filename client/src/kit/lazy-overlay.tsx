import { Component, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isCodeLost } from './code-lost';
import { showNotice } from './notifier';

interface LazyOverlayProps {
  children: ReactNode;
  /** Called when the content can't open, so that the opener treats it as closed. */
  onClose: () => void;
}

class LoadBoundary extends Component<
  LazyOverlayProps & { onLoadFailure: () => void },
  { failure?: { error: unknown } }
> {
  override state: { failure?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown): { failure: { error: unknown } } {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown): void {
    if (!isCodeLost(error)) return;
    this.props.onLoadFailure();
    this.props.onClose();
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure && !isCodeLost(failure.error)) throw failure.error;
    return failure ? null : this.props.children;
  }
}

/**
 * Overlay whose code loads when it is first opened. If loading fails, it stays closed and shows a notice, so
 * the page below keeps its state.
 */
export function LazyOverlay({ children, onClose }: LazyOverlayProps) {
  const { t } = useTranslation();
  return (
    <LoadBoundary
      onLoadFailure={() => showNotice({ type: 'ERROR', text: t('failure.codeLost'), timeout: -1 })}
      onClose={onClose}
    >
      <Suspense fallback={null}>{children}</Suspense>
    </LoadBoundary>
  );
}
