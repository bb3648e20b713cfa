/** Texts of postbacks: diagnoses and what to try. */
export const postback = {
  /** Short forms for lists. */
  reason: {
    delivered: 'Delivered',
    refusedAddress: 'Not a public address',
    invalidUrl: 'Not a URL',
    dns: 'Unknown domain (DNS)',
    tls: 'Certificate (TLS)',
    timeout: 'No response in time',
    refusedConnection: 'No connection',
    lostConnection: 'Connection lost',
    redirect: 'Redirect (3xx)',
    badRequest: 'Bad request (400)',
    unauthorized: 'Not allowed',
    notFound: 'No such page (404)',
    tooMany: 'Too many requests (429)',
    otherClientError: 'Refused (4xx)',
    serverError: 'Error of the network (5xx)',
    otherAnswer: 'Unexpected response',
    worker: 'Interrupted',
  },
  doctor: {
    delivered: { what: 'The notification arrived.', tryThis: 'Nothing needs to be done.' },
    refusedAddress: {
      what: 'Not sent, because the address is not public (for example, an internal network).',
      tryThis:
        "Check the ad network's postback URL. To send to a server of your own network, add its range to the environment variable WEBHOOK_ALLOW.",
    },
    invalidUrl: {
      what: 'The postback URL is not a valid URL.',
      tryThis: 'In the ad network settings, enter a URL that begins with http:// or https://.',
    },
    dns: {
      what: "The postback URL's domain was not found (DNS).",
      tryThis: "Check the domain's spelling. If it is right, the ad network may have an outage.",
    },
    tls: {
      what: "The server's certificate is not valid, so a secure connection (TLS) could not be made.",
      tryThis: 'It may have expired or belong to another domain. Ask the ad network.',
    },
    timeout: {
      what: 'No response within 15 seconds.',
      tryThis: "The ad network's server may be busy or down. If this continues, ask the ad network.",
    },
    refusedConnection: {
      what: 'The server did not accept the connection.',
      tryThis:
        "Check the postback URL's port. The ad network may also not have allowed this server's IP address.",
    },
    lostConnection: {
      what: 'The connection was lost before a response arrived.',
      tryThis: 'This may resolve itself. If it continues, ask the ad network.',
    },
    redirect: {
      what: 'The server redirects to another URL. For safety, notifications do not follow redirects.',
      tryThis:
        'Set the postback URL to the redirect target ({{location}}). Often, changing http:// to https:// is enough.',
    },
    badRequest: {
      what: 'The ad network rejected the request as invalid (400).',
      tryThis: "Compare the postback URL's parameters with the ad network's documentation.",
    },
    unauthorized: {
      what: 'The ad network refused the request because of a missing key or permission ({{status}}).',
      tryThis: "Check the key in the postback URL, and the sender's IP address registered at the ad network.",
    },
    notFound: {
      what: 'There is nothing at this address ({{status}}).',
      tryThis: "Compare the postback URL's path with the ad network's documentation.",
    },
    tooMany: {
      what: 'The ad network refused the request because too many were sent (429).',
      tryThis: 'If this continues, lower the number of concurrent notifications to this ad network.',
    },
    otherClientError: {
      what: 'The ad network did not accept the notification ({{status}}).',
      tryThis: 'Check its response and ask the ad network.',
    },
    serverError: {
      what: "The ad network's server had an error ({{status}}).",
      tryThis: 'This may resolve itself. If it continues, ask the ad network.',
    },
    otherAnswer: {
      what: 'Unexpected response ({{status}}).',
      tryThis: 'Check the response and ask the ad network.',
    },
    worker: {
      what: 'Sending was interrupted.',
      tryThis:
        'This happens, for example, when the server is restarted. If it continues, check the server log.',
    },
  },
  emptyValues: {
    what: '{{names}} in the postback URL is empty.',
    xclid:
      'The link that was clicked had no a_xclid. Check that the URL registered at the medium is the posting URL that the console shows.',
    other: 'The conversion or the click did not bring this value. Check the tag and the link.',
  },
  outcome: {
    status: 'HTTP {{status}}',
    noAnswer: 'No response ({{error}})',
    took: '{{ms}} ms',
    request: 'Request',
    answer: 'Response',
    emptyAnswer: '(empty)',
  },
  test: {
    send: 'Send a test',
    state: 'Reported status',
    hint: 'Sends once to the postback URL entered here, with test values (the click ID is test-xclid). No result is created.',
    notAgain: '(Tests are never resent; only result notifications are.)',
    result: 'Test result',
  },
};
