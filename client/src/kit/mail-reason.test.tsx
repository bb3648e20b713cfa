import { RoleType } from '../../../shared/catalog';
import { MAIL_FAULTS, mailReasonText } from '../../../shared/domain/mail';
import { renderPage, testSession } from '../../test/render';
import { MailReason } from './mail-reason';

const toldTo = async (roleType: RoleType, text: string): Promise<string> => {
  const { container } = await renderPage(<MailReason text={text} />, '/', {
    ...testSession,
    profile: { ...testSession.profile, roleType },
  });
  return container.textContent;
};
const SETTING = /SMTP_URL|MAIL_FROM/;

describe('reason why a mail was not sent', () => {
  it.each(['noSmtp', 'sender: 550 no'])('names the server settings to administrators: %s', async (text) =>
    expect(await toldTo(RoleType.ADMIN, text)).toMatch(SETTING),
  );

  it.each(MAIL_FAULTS)('hides them from others, but quotes the mail server: %s', async (fault) => {
    const told = await toldTo(RoleType.MANAGER, mailReasonText({ fault, raw: '550 no' }));
    expect(told).not.toMatch(SETTING);
    expect(told).toContain('550 no');
  });
});
