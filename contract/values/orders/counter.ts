/** The id of the way of delivery of coffees that the staff hand over at the counter. No shop has to set it up. */
export const HANDED_OVER = 'handed-over'

/** The name of a customer who gives none at the counter. */
export const WALK_IN = 'Walk-in customer'
