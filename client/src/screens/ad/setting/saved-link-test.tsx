import { useForm } from '../../../kit/form/form-engine';
import { LinkTest } from '../../../kit/link-test/link-test';

/** Link test of the ad in the form, once it is saved. */
export function SavedLinkTest() {
  const { stored, dirty } = useForm();
  return typeof stored?.id === 'number' ? <LinkTest adId={stored.id} dirty={dirty} /> : null;
}
