/** How many deliveries a gift can have. */
export const GIFT_DELIVERIES = [3, 6, 12] as const

export type GiftDeliveries = (typeof GIFT_DELIVERIES)[number]

/** Whether the code of a gift can still be used, was used, or does not work: the gift is not paid, refunded or disputed. */
export const giftStates = ['unused', 'used', 'blocked'] as const

export type GiftState = (typeof giftStates)[number]

/** The maximum length of the message to the recipient of a gift, in characters. */
export const GIFT_MESSAGE_LENGTH = 500
