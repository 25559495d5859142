/**
 * Thrown if the store of the pictures cannot be reached, or refuses a request. The message tells the owner of the shop
 * the reason in one sentence. It contains no key.
 */
export class StoreUnavailable extends Error {}
