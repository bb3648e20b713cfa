/** What the console says of notifications to ad networks: what is wrong with one, and what to try. */
export const postback = {
  /** The same in few words, for lists. */
  reason: {
    delivered: 'Delivered', refusedAddress: 'Not a public address', invalidUrl: 'Not a URL', dns: 'Unknown domain (DNS)', tls: 'Certificate (TLS)', timeout: 'No answer in time',
    refusedConnection: 'No connection', lostConnection: 'Connection lost', redirect: 'Redirect (3xx)', badRequest: 'Bad request (400)', unauthorized: 'Not allowed', notFound: 'No such page (404)',
    tooMany: 'Too many requests (429)', otherClientError: 'Refused (4xx)', serverError: 'Error of the network (5xx)', otherAnswer: 'Unexpected answer', worker: 'Interrupted',
  },
  doctor: {
    delivered: { what: 'The notification arrived.', tryThis: 'Nothing needs to be done.' },
    refusedAddress: {
      what: 'It was not sent, as the address is not a public one (an internal network, for example).',
      tryThis: "Check the ad network's postback URL. To send to a server of your own network, add its range to the environment variable WEBHOOK_ALLOW.",
    },
    invalidUrl: { what: 'The postback URL is not a URL.', tryThis: 'Set a URL that begins with http:// or https:// at the ad network.' },
    dns: {
      what: "The postback URL's domain was not found (DNS).",
      tryThis: "Check the domain's spelling. If it is right, the ad network may have an outage.",
    },
    tls: {
      what: "The server's certificate is not valid, so there is no safe connection (TLS).",
      tryThis: 'It may have expired or belong to another domain. Ask the ad network.',
    },
    timeout: { what: 'No answer within 15 seconds.', tryThis: "The ad network's server is busy or down. If this goes on, ask the ad network." },
    refusedConnection: {
      what: 'The server did not accept the connection.',
      tryThis: "Check the postback URL's port. The ad network may also not have allowed this server's IP address.",
    },
    lostConnection: { what: 'The connection broke before the answer was there.', tryThis: 'This may pass by itself. If it goes on, ask the ad network.' },
    redirect: {
      what: 'The server forwards to another URL. For safety, notifications do not follow.',
      tryThis: 'Set the postback URL to where it forwards ({{location}}). Often https:// instead of http:// is all it takes.',
    },
    badRequest: { what: 'The ad network found the request wrong (400).', tryThis: "Compare the postback URL's parameters with the ad network's documentation." },
    unauthorized: { what: 'The ad network refused for want of a key or permission ({{status}}).', tryThis: "Check the key in the postback URL, and the sender's IP address registered at the ad network." },
    notFound: { what: 'There is nothing at this address ({{status}}).', tryThis: "Compare the postback URL's path with the ad network's documentation." },
    tooMany: { what: 'The ad network refused, as too many requests were sent (429).', tryThis: 'If this goes on, lower how many are sent to this ad network at once.' },
    otherClientError: { what: 'The ad network did not accept the notification ({{status}}).', tryThis: 'Read its answer and ask the ad network.' },
    serverError: { what: "An error on the ad network's server ({{status}}).", tryThis: 'This may pass by itself. If it goes on, ask the ad network.' },
    otherAnswer: { what: 'An unexpected answer ({{status}}).', tryThis: 'Read the answer and ask the ad network.' },
    worker: { what: 'The work was interrupted while it was being sent.', tryThis: 'This happens when the server is restarted, for example. If it goes on, look at its log.' },
  },
  emptyValues: {
    what: '{{names}} in the postback URL is empty.',
    xclid: 'The link that was clicked had no a_xclid. Check that the URL registered at the medium is the posting URL that the console shows.',
    other: 'The conversion or the click did not bring this value. Check the tag and the link.',
  },
  outcome: {
    status: 'HTTP {{status}}',
    noAnswer: 'No answer ({{error}})',
    took: '{{ms}} ms',
    request: 'What was sent',
    answer: 'Answer',
    emptyAnswer: '(empty)',
  },
  test: {
    send: 'Send a test',
    state: 'State that it tells',
    hint: 'Sends once to the postback URL as it stands here, with made-up values (the click id is test-xclid). No result is made.',
    notAgain: '(A test is never sent again; only notifications of results are.)',
    result: 'What came of the test',
  },
};
