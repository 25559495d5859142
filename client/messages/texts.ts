/** The text that the specification prescribes in section 8. */
export const specTexts = {
  networkError: 'Network Error',
} as const

/** The texts that the specification does not prescribe. */
export const words = {
  title: 'Contact',
  heading: 'Write to us',
  lead: 'A question about a roast, an order or a grinder that sounds wrong: we read every message.',
  message: 'Message',
  tooLong: (max: number) => `Please keep this to ${max} characters`,
  send: 'Send message',
  sending: 'Sending…',
  sent: 'Thank you, your message is on its way',
  demoSentMore: 'We usually answer within a day.',
  sentMore: 'We answer by email.',
  notSent: (why: string) => `Your message was not sent: ${why}. Nothing you wrote is lost.`,
  unknownReason: 'something went wrong on the way',
} as const
