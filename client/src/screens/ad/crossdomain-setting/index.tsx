import { useTranslation } from 'react-i18next';
import { useProductQuery } from '../../../generated/graphql';
import { settings } from '../../../generated/settings';
import { CodeLine } from '../../../kit/copy-button';
import { oneSection } from '../../../kit/form/form-definition';
import { defineSetting } from '../../../kit/setting/define-setting';
import { settingScreens } from '../../../kit/setting/setting-screens';
import { useProductId } from '../../../session/session-context';

/** Tag to place on a domain that was added. */
function TagOfDomain() {
  const { t } = useTranslation();
  const id = useProductId();
  const { data } = useProductQuery({ variables: { id } });
  return (
    <CodeLine
      label={t('settings.tags.install')}
      text={data?.product.tag}
      hint={t('settings.tags.crossdomain')}
    />
  );
}

/** Further domains that share their visitors with the site: carts, forms and landing pages. */
export const { List, Detail } = settingScreens(
  defineSetting(settings.domain, {
    key: 'crossdomain_setting',
    form: oneSection('crossdomain'),
    nextStep: () => <TagOfDomain />,
  }),
);
