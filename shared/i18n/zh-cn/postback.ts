/** Texts of postbacks: diagnoses and what to try. */
export const postback = {
  /** Short forms for lists. */
  reason: {
    delivered: '已送达',
    refusedAddress: '非公开地址',
    invalidUrl: 'URL错误',
    dns: '域名未找到（DNS）',
    tls: '证书问题（TLS）',
    timeout: '响应超时',
    refusedConnection: '无法连接',
    lostConnection: '连接中断',
    redirect: '重定向（3xx）',
    badRequest: '内容错误（400）',
    unauthorized: '未获授权',
    notFound: '页面不存在（404）',
    tooMany: '发送过多（429）',
    otherClientError: '被拒绝（4xx）',
    serverError: 'ASP错误（5xx）',
    otherAnswer: '意外的响应',
    worker: '处理中断',
  },
  doctor: {
    delivered: { what: '通知已送达。', tryThis: '无需处理。' },
    refusedAddress: {
      what: '通知地址属于内网等非公开地址，因此未发送。',
      tryThis:
        '请检查ASP的回传URL是否正确。如需发送到内网，请在服务器的环境变量 WEBHOOK_ALLOW 中加入该地址范围。',
    },
    invalidUrl: { what: '回传URL格式不正确。', tryThis: '请在ASP中设置以 http:// 或 https:// 开头的URL。' },
    dns: {
      what: '找不到回传URL的域名（DNS）。',
      tryThis: '请检查域名拼写。若拼写正确，可能是ASP方发生故障。',
    },
    tls: {
      what: '对方证书有问题，无法建立安全连接（TLS）。',
      tryThis: '证书可能已过期或与域名不符，请向ASP确认。',
    },
    timeout: { what: '15秒内没有应答。', tryThis: 'ASP的服务器繁忙或已停止。若持续发生，请向ASP确认。' },
    refusedConnection: {
      what: '对方拒绝连接。',
      tryThis: '请检查回传URL的端口。也可能是ASP未允许本服务器的IP地址。',
    },
    lostConnection: { what: '应答过程中连接中断。', tryThis: '可能是暂时性故障。若持续发生，请向ASP确认。' },
    redirect: {
      what: '对方转向了另一个URL。出于安全考虑，通知不会跟随跳转。',
      tryThis: '请将回传URL改为跳转后的地址（{{location}}）。有时只需把 http:// 改成 https://。',
    },
    badRequest: { what: 'ASP认为请求内容有误（400）。', tryThis: '请对照ASP的文档检查回传URL的参数名和值。' },
    unauthorized: {
      what: 'ASP因缺少认证或权限而拒绝（{{status}}）。',
      tryThis: '请检查回传URL中的密钥，以及在ASP登记的发送方IP地址。',
    },
    notFound: { what: '该地址不存在（{{status}}）。', tryThis: '请对照ASP的文档检查回传URL的路径。' },
    tooMany: { what: '因发送过多，ASP未受理（429）。', tryThis: '若持续发生，请降低该ASP的同时发送数。' },
    otherClientError: { what: 'ASP未受理该通知（{{status}}）。', tryThis: '请查看应答内容并向ASP咨询。' },
    serverError: {
      what: 'ASP的服务器发生错误（{{status}}）。',
      tryThis: '可能是暂时性故障。若持续发生，请向ASP确认。',
    },
    otherAnswer: { what: '收到意外的应答（{{status}}）。', tryThis: '请查看应答内容并向ASP咨询。' },
    worker: {
      what: '发送过程中处理被中断。',
      tryThis: '服务器重启时可能发生。若持续发生，请查看服务器日志。',
    },
  },
  emptyValues: {
    what: '回传URL中的 {{names}} 为空。',
    xclid: '点击的链接没有携带 a_xclid。请确认在媒体登记的URL与控制台显示的投放URL一致。',
    other: '转化或点击没有带来该值。请检查标签和链接的设置。',
  },
  outcome: {
    status: 'HTTP {{status}}',
    noAnswer: '没有应答（{{error}}）',
    took: '{{ms}}毫秒',
    request: '发送内容',
    answer: '应答',
    emptyAnswer: '（无正文）',
  },
  test: {
    send: '发送测试',
    state: '发送的审批状态',
    hint: '使用虚构的值（点击ID为 test-xclid）向当前填写的回传URL发送一次。不会生成成果。',
    notAgain: '（测试不会重发，只有实际的成果通知会重发。）',
    result: '测试发送的结果',
  },
};
