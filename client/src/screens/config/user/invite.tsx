import { MailOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useInviteUserMutation, type InviteUserMutation } from '../../../generated/graphql';
import { CodeLine } from '../../../kit/copy-button';
import { ConfirmDialog, DIALOG_WIDTH, useReturnFocus } from '../../../kit/dialog/confirm-dialog';
import { notify } from '../../../kit/notifier';
import { Panel, Stack } from '../../../kit/page';
import { useRight } from '../../../session/rights';

type Invitation = InviteUserMutation['inviteUser'];

interface Invited {
  id: number;
  userName: string;
  /** Expiry of the latest invitation link. */
  invitedUntil?: string | null | undefined;
}

/** Invites a user who has never signed in. Without mail, shows the link once. */
function InviteButton({ user, primary = false }: { user: Invited; primary?: boolean }) {
  const { t } = useTranslation();
  const [invite] = useInviteUserMutation();
  const [asking, setAsking] = useState<'first' | 'again'>();
  const [invitation, setInvitation] = useState<Invitation>();
  const [linkVisible, setLinkVisible] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const until = invitation?.expiresAt ?? user.invitedUntil;
  return (
    <>
      <Button
        ref={button}
        type={primary ? 'primary' : 'default'}
        icon={<MailOutlined />}
        onClick={() => setAsking(until && Date.parse(until) > Date.now() ? 'again' : 'first')}
      >
        {t('settings.user.invite')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('settings.user.inviteTitle')}
          okText={t('settings.user.invite')}
          run={async () => {
            const created = (await invite({ variables: { userId: user.id } })).data?.inviteUser;
            setInvitation(created);
            if (created?.mailed) notify('SUCCESS', t('settings.user.invited', { email: created.email }));
            else setLinkVisible(true);
          }}
          onResult={({ close }) => {
            if (close) setAsking(undefined);
          }}
        >
          <p>
            {t(asking === 'again' ? 'settings.user.inviteAgain' : 'settings.user.inviteAsk', {
              name: user.userName,
            })}
          </p>
        </ConfirmDialog>
      )}
      {linkVisible && invitation?.link && (
        <LinkDialog link={invitation.link} opener={button} onClose={() => setLinkVisible(false)} />
      )}
    </>
  );
}

/** The link can't be shown again, so a click outside doesn't close the dialog. */
function LinkDialog({
  link,
  opener,
  onClose,
}: {
  link: string;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  useReturnFocus(opener);
  return (
    <Modal
      open
      centered
      width={DIALOG_WIDTH}
      mask={{ closable: false }}
      title={t('settings.user.inviteTitle')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <Stack>
        <p>{t('settings.user.inviteHandOn')}</p>
        <CodeLine label={t('settings.user.inviteLink')} text={link} primary />
      </Stack>
    </Modal>
  );
}

/** Next steps for a new user: an invitation, or a password set by the user manager. */
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

/** Invitation panel on pages of users who have never signed in. Only user managers see it. */
export function NotYetSignedIn({ user }: { user: Invited }) {
  const { t } = useTranslation();
  if (useRight('users') !== 'edit') return null;
  return (
    <Panel title={t('settings.user.inviteTitle')} lead={t('settings.user.inviteLead')}>
      <InviteButton user={user} />
    </Panel>
  );
}
