import { Button } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormBody } from '../form/form-body';
import type { EntityFormDefinition, FormValues, RecordFormDefinition } from '../form/form-definition';
import { FormFoot, useFailureLine, SavedNote } from '../form/form-notes';
import { LeaveGuard, useLeavePass } from '../form/leave-guard';
import { useEntityForm, type Entity } from '../form/use-entity-form';

export interface SingleFormProps<One extends Entity> {
  /** Anchor for links with this hash. */
  id?: string;
  definition: EntityFormDefinition | RecordFormDefinition;
  one: One;
  readOnly: boolean;
  /** Product to which these settings belong. */
  productId?: number;
  save: (one: One, input: FormValues) => Promise<One>;
  reload: () => Promise<One | undefined>;
  /** The record after another part of the page saved it. */
  savedElsewhere?: One | undefined;
  below?: ReactNode;
}

/** Form of a setting with a single record: the company, the active product. */
export function SingleForm<One extends Entity>({
  id,
  definition,
  one,
  readOnly,
  productId,
  save,
  reload,
  savedElsewhere,
  below,
}: SingleFormProps<One>) {
  const { t } = useTranslation();
  const formElementId = useId();
  const pass = useLeavePass();
  const [saved, setSaved] = useState(false);
  const entityForm = useEntityForm<One>({
    definition,
    one,
    readOnly,
    save: (current, input) => save(current ?? one, input),
    reload,
    savedElsewhere,
    onSaved: () => setSaved(true),
  });
  const { form } = entityForm;
  const failure = useFailureLine(entityForm);
  return (
    <div id={id}>
      <FormBody
        entityForm={entityForm}
        definition={definition}
        formElementId={formElementId}
        head={saved && !form.dirty && <SavedNote />}
        below={below}
        foot={
          !readOnly && (
            <FormFoot dirty={form.dirty} failure={failure}>
              <Button type="primary" htmlType="submit" loading={form.submitting} disabled={!form.dirty}>
                {t('common.save')}
              </Button>
              <Button disabled={form.submitting || !form.dirty} onClick={entityForm.reset}>
                {t('common.reset')}
              </Button>
            </FormFoot>
          )
        }
      />
      <LeaveGuard dirty={form.dirty} pass={pass} productId={productId} />
    </div>
  );
}
