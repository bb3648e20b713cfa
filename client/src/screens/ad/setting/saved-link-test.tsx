import { useForm } from '../../../kit/form/form-engine';
import { Rehearsal } from '../../../kit/link-test/link-test';

/** Link test of the ad in the form, once it is saved. */
export function SavedLinkTest() {
  const { stored, dirty } = useForm();
  return typeof stored?.id === 'number' ? <Rehearsal adId={stored.id} dirty={dirty} /> : null;
}
