import { MailOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useInviteUserMutation, type InviteUserMutation } from '../../../generated/graphql';
import { CodeLine } from '../../../kit/code-line';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import { DIALOG_WIDTH } from '../../../kit/dialog/dialog';
import { notify } from '../../../kit/notifier';
import { Panel } from '../../../kit/panel';
import { Stack } from '../../../kit/stack';
import { useRight } from '../../../session/use-right';

type Invitation = InviteUserMutation['inviteUser'];

interface Invited {
  id: number;
  userName: string;
}

/** Invites a user who has never signed in; without mail their link is shown, this once. */
function InviteButton({ user, primary = false }: { user: Invited; primary?: boolean }) {
  const { t } = useTranslation();
  const [invite] = useInviteUserMutation();
  const [asking, setAsking] = useState(false);
  const [invitation, setInvitation] = useState<Invitation>();
  return (
    <>
      <Button type={primary ? 'primary' : 'default'} icon={<MailOutlined />} onClick={() => setAsking(true)}>
        {t('settings.user.invite')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('settings.user.inviteTitle')}
          okText={t('settings.user.invite')}
          run={async () => {
            const made = (await invite({ variables: { userId: user.id } })).data?.inviteUser;
            if (made?.mailed) notify('SUCCESS', t('settings.user.invited', { email: made.email }));
            else setInvitation(made);
          }}
          onResult={({ close }) => {
            if (close) setAsking(false);
          }}
        >
          <p>{t('settings.user.inviteAsk', { name: user.userName })}</p>
        </ConfirmDialog>
      )}
      {invitation?.link && <LinkDialog link={invitation.link} onClose={() => setInvitation(undefined)} />}
    </>
  );
}

/** The link can't be shown again, so no click beside the dialog closes it. */
function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      centered
      width={DIALOG_WIDTH}
      mask={{ closable: false }}
      title={t('settings.user.inviteTitle')}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <Stack>
        <p>{t('settings.user.inviteHandOn')}</p>
        <CodeLine label={t('settings.user.inviteLink')} text={link} />
      </Stack>
    </Modal>
  );
}

/** What a new user needs next: an invitation, or a password set by who added them. */
export function FirstSignIn({ user }: { user: Invited }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('settings.user.notYet')}</p>
      <InviteButton user={user} primary />
      <Link to={`/config/user/${user.id}/password`}>{t('settings.user.setPassword')}</Link>
    </>
  );
}

/** The invitation of a user who has never signed in, wherever one is looked at by who manages users. */
export function NotYetSignedIn({ user }: { user: Invited }) {
  const { t } = useTranslation();
  if (useRight('users') !== 'edit') return null;
  return (
    <Panel title={t('settings.user.inviteTitle')} lead={t('settings.user.inviteLead')}>
      <InviteButton user={user} />
    </Panel>
  );
}
