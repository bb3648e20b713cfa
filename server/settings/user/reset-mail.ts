import type { Locale } from '../../../shared/i18n/messages';
import type { Mail } from '../../mail';

interface Text {
  readonly subject: string;
  readonly lines: (link: string) => readonly string[];
}

const texts: Readonly<Record<Locale, Text>> = {
  ja: {
    subject: '【Inflow Console】パスワード再設定のご案内',
    lines: (link) => [
      'パスワードの再設定を受け付けました。',
      '1時間以内に次のリンクから新しいパスワードを設定してください。',
      '',
      link,
      '',
      'お心当たりがない場合は、このメールを破棄してください。パスワードは変更されません。',
    ],
  },
  en: {
    subject: '[Inflow Console] Set a new password',
    lines: (link) => [
      'A new password was asked for.',
      'Please set it within one hour over this link:',
      '',
      link,
      '',
      'If you did not ask for it, ignore this mail. Your password stays as it is.',
    ],
  },
  'zh-CN': {
    subject: '【Inflow Console】重置密码',
    lines: (link) => [
      '我们已收到重置密码的申请。',
      '请在1小时内通过以下链接设置新密码。',
      '',
      link,
      '',
      '如非本人操作，请忽略此邮件，密码不会更改。',
    ],
  },
};

/** Builds the mail with the link to set a new password. */
export function resetMail(to: string, link: string, locale: Locale): Mail {
  const { subject, lines } = texts[locale];
  return { to, subject, text: `${lines(link).join('\n')}\n`, link };
}
