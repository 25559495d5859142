import { Problem } from '#contract/errors.ts'
import { findPriceProblem } from '#contract/values/money.ts'
import type { PriceProblem } from '#contract/values/money.ts'
import { findUsablePicture } from '#server/media/use-picture.ts'
import type { Db } from '#server/shop-database.ts'

/** A picture in a request: the name of the field, the address in it, and the address that the entry has now. */
type SentPicture = { field: string; address: string; current?: string | null | undefined }

/**
 * Checks that each picture is in the shop's own store, and marks it as used there. A picture that the entry already has
 * is not checked. Returns the problem with the first wrong picture, or null.
 */
export async function checkPictures(tx: Db, pictures: SentPicture[]): Promise<Problem | null> {
  for (const { field, address, current } of pictures) {
    if (address !== current && !(await findUsablePicture(tx, address)))
      return wrongField(field, 'Please Add A Photo')
  }
  return null
}

const PRICE_MESSAGES: Record<PriceProblem, string> = {
  'not-an-amount': 'must be an amount with at most two decimals, such as 12.50',
  'too-large': 'is too large: the highest price is 9,999,999.99',
  'zero': 'must be more than 0',
}

/** Returns the problem with a price, or null. */
export function checkPrice(field: string, price: string): Problem | null {
  const problem = findPriceProblem(price)
  return problem && wrongField(field, PRICE_MESSAGES[problem])
}

export function wrongField(field: string, message: string): Problem {
  return new Problem('invalid-input', { errors: [{ field, message }] })
}
