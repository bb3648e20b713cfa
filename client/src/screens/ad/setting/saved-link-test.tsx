import { useForm } from '../../../kit/form/form-engine';
import { Rehearsal } from '../../../kit/link-test/link-test';

/** The rehearsal of the ad that the form shows, once it is saved. */
export function SavedRehearsal() {
  const { stored, dirty } = useForm();
  return typeof stored?.id === 'number' ? <Rehearsal adId={stored.id} dirty={dirty} /> : null;
}
