import { SlidersOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../../kit/loading';
import { LazyOverlay } from '../../../kit/lazy-overlay';
import type { CardEditorProps } from './card-editor';

const CardEditor = lazy(() => import('./card-editor').then((m) => ({ default: m.CardEditor })));

/** Opens the card editor. */
export function CardButton(props: CardEditorProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={
        // The popover doesn't open without content.
        <>
          {open && (
            <LazyOverlay onClose={() => setOpen(false)}>
              <Suspense fallback={<Loading />}>
                <CardEditor {...props} />
              </Suspense>
            </LazyOverlay>
          )}
        </>
      }
    >
      <Button icon={<SlidersOutlined aria-hidden="true" />} aria-expanded={open}>
        {t('overview.cards.edit')}
      </Button>
    </Popover>
  );
}
