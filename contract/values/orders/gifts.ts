/** How many deliveries a gift can have. */
export const GIFT_DELIVERIES = [3, 6, 12] as const

export type GiftDeliveries = (typeof GIFT_DELIVERIES)[number]

/** The maximum length of the message to the recipient of a gift, in characters. */
export const GIFT_MESSAGE_LENGTH = 500
