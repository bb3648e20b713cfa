import type { Locale } from '../../../shared/i18n/messages';
import type { Mail } from '../../mail';

interface Text {
  readonly subject: string;
  readonly lines: (link: string) => readonly string[];
}

const texts: Readonly<Record<Locale, Text>> = {
  ja: {
    subject: '【Inflow Console】ご招待',
    lines: (link) => [
      'Inflow Consoleに招待されました。',
      '7日以内に次のリンクからパスワードを設定すると、サインインできるようになります。',
      '',
      link,
      '',
      'お心当たりがない場合は、このメールを破棄してください。',
    ],
  },
  en: {
    subject: '[Inflow Console] Your invitation',
    lines: (link) => [
      'You have been invited to Inflow Console.',
      'Please set your password within seven days over this link; then you can sign in:',
      '',
      link,
      '',
      'If you did not expect it, ignore this mail.',
    ],
  },
  'zh-CN': {
    subject: '【Inflow Console】邀请',
    lines: (link) => [
      '您已受邀使用 Inflow Console。',
      '请在7天内通过以下链接设置密码，之后即可登录。',
      '',
      link,
      '',
      '如非您本人预期，请忽略此邮件。',
    ],
  },
};

/** Builds the mail with the link to set the first password. */
export function invitationMail(to: string, link: string, locale: Locale): Mail {
  const { subject, lines } = texts[locale];
  return { to, subject, text: `${lines(link).join('\n')}\n`, link };
}
