import { RoleType } from '../../../shared/catalog';
import { MAIL_FAULTS, formatMailReason } from '../../../shared/domain/mail';
import { renderPage, testSession } from '../../test/render';
import { MailReason } from './mail-reason';

const messageFor = async (roleType: RoleType, text: string): Promise<string> => {
  const { container } = await renderPage(<MailReason text={text} />, '/', {
    ...testSession,
    profile: { ...testSession.profile, roleType },
  });
  return container.textContent;
};
const SETTING = /SMTP_URL|MAIL_FROM/;

describe('reason why a mail was not sent', () => {
  it.each(['noSmtp', 'sender: 550 no'])('names the server settings to administrators: %s', async (text) =>
    expect(await messageFor(RoleType.ADMIN, text)).toMatch(SETTING),
  );

  it.each(MAIL_FAULTS)('hides them from others, but quotes the mail server: %s', async (fault) => {
    const message = await messageFor(RoleType.MANAGER, formatMailReason({ fault, raw: '550 no' }));
    expect(message).not.toMatch(SETTING);
    expect(message).toContain('550 no');
  });
});
