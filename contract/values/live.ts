/** The path of the server-sent events for admins, relative to `/api`. */
export const LIVE_PATH = '/live'

/**
 * The topics of events. Each stands for lists that the client reads again, such as the carts and orders for `orders`.
 */
export const liveTopics = ['orders', 'users', 'catalogue', 'messages'] as const

export type LiveTopic = (typeof liveTopics)[number]

/**
 * The last event on a connection that the server closes because the admin has opened too many. The client does not
 * reconnect after it.
 */
export const LIVE_REPLACED = 'replaced'
