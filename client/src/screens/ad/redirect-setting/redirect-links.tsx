import { LinkOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RedirectFieldsFragment } from '../../../generated/graphql';
import { CodeLine } from '../../../kit/code-line';
import { Stack } from '../../../kit/stack';
import { useFieldTexts } from '../../../kit/use-field-texts';

/** Posting URL of a redirect, to copy and test. */
export function RedirectLinks({ one }: { one: RedirectFieldsFragment }) {
  const { t } = useTranslation();
  const texts = useFieldTexts('redirect');
  return (
    <Stack>
      <CodeLine
        label={texts.label('submittionUrl')}
        text={one.submittionUrl}
        hint={t('settings.links.submittionHint')}
      />
      <span>
        <Button icon={<LinkOutlined />} href={one.submittionUrl} target="_blank" rel="noreferrer">
          {t('settings.hits.testClick')}
        </Button>
      </span>
    </Stack>
  );
}
