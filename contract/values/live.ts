/** The path of the server-sent events for admins, relative to `/api`. */
export const LIVE_PATH = '/live'

/** The names of the events: `orders` is sent when an order or a payment came in, the others alike. */
export const liveTopics = ['orders', 'users', 'catalogue', 'messages'] as const

export type LiveTopic = (typeof liveTopics)[number]

/** The last event of a line that the server closes because the admin opened too many. The client does not reconnect. */
export const LIVE_REPLACED = 'replaced'
