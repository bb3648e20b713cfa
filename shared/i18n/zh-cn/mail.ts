import type { mail as ja } from '../ja/mail';
import type { Texts } from '../texts';

/** Texts for failed mails: the reason and what to check. */
export const mail: Texts<typeof ja> = {
  fault: {
    noSmtp: '未设置邮件服务器（环境变量 SMTP_URL）。',
    dns: '找不到邮件服务器的名称（DNS）。请检查 SMTP_URL 的主机名。',
    refusedConnection:
      '无法连接到邮件服务器（连接被拒绝）。请检查 SMTP_URL 的主机名和端口号，以及邮件服务器是否运行。',
    lostConnection: '与邮件服务器的连接中途断开。',
    timeout: '邮件服务器未在规定时间内响应。',
    tls: '无法与邮件服务器建立安全连接（TLS）。请检查证书，以及 SMTP_URL 应为 smtp:// 还是 smtps://。',
    signIn: '邮件服务器拒绝登录。请检查 SMTP_URL 的用户名和密码。',
    sender: '邮件服务器未接受发件人。请检查环境变量 MAIL_FROM 的地址。',
    recipient: '邮件服务器未接受收件人。请检查收件人的邮箱地址。',
    later: '邮件服务器暂时未接受。',
    content: '邮件服务器未接受邮件内容（大小或内容限制）。',
    other: '邮件无法发送。',
  },
  /** Variants for users who can't change the mail settings. */
  faultOthers: {
    noSmtp: '未设置邮件服务器。请告知管理员。',
    dns: '找不到邮件服务器的名称（DNS）。请告知管理员。',
    refusedConnection: '无法连接到邮件服务器（连接被拒绝）。请告知管理员。',
    tls: '无法与邮件服务器建立安全连接（TLS）。请告知管理员。',
    signIn: '邮件服务器拒绝登录。请告知管理员。',
    sender: '邮件服务器未接受发件人。请告知管理员。',
  },
  /** Label of the mail server's message. */
  said: '原文：{{raw}}',
};
