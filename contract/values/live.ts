/** The path, relative to `/api`, from which admins receive server-sent events. */
export const LIVE_PATH = '/live'

/** The path, relative to `/api`, from which shoppers receive the topic `orders` when their own orders have changed. */
export const OWN_LIVE_PATH = '/live/own'

/**
 * The topics of the server-sent events. After an event, the client reloads the data of its topic, such as the lists of
 * lines and of full orders for `orders`.
 */
export const liveTopics = ['orders', 'users', 'catalogue', 'messages'] as const

export type LiveTopic = (typeof liveTopics)[number]

/**
 * The last event on a connection that the server closes because the same user has opened too many newer connections.
 * After this event, the client does not reconnect.
 */
export const LIVE_REPLACED = 'replaced'

/**
 * How long the client waits before reconnecting after the server has refused a connection, in ms. If a connection was only
 * lost, the browser itself reconnects.
 */
export const RECONNECT_DELAY = 10_000
