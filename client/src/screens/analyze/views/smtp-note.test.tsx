import { RoleType } from '../../../../../shared/catalog';
import { renderPage, testSession } from '../../../../test/render';
import { SmtpNote } from './smtp-note';

jest.mock('../../../session/console-config', () => ({ useConsoleConfig: () => ({ mails: false }) }));

describe('note that no mail is sent', () => {
  it.each([
    [RoleType.ADMIN, /SMTP_URL/, /依頼/],
    [RoleType.MANAGER, /管理者に依頼/, /SMTP_URL|MAIL_FROM/],
    [RoleType.AGENCY, /管理者に依頼/, /SMTP_URL|MAIL_FROM/],
  ])('tells each role what it can do: %s', async (roleType, expected, unexpected) => {
    const { container } = await renderPage(<SmtpNote />, '/', {
      ...testSession,
      profile: { ...testSession.profile, roleType },
    });
    expect(container).toHaveTextContent('メールサーバーが設定されていない');
    expect(container).toHaveTextContent(expected);
    expect(container).not.toHaveTextContent(unexpected);
  });
});
