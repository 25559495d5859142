import { Problem } from '#contract/errors.ts'
import { findPriceProblem, describePriceProblem } from '#contract/values/money.ts'
import { findUsablePicture } from '#server/media/use-picture.ts'
import type { Db } from '#server/shop-database.ts'

/**
 * A picture in a request to add or change a brand, coffee or packet. `field` is the name of the form field, `address`
 * is the URL path of the picture, and `current` is the URL path of the picture that is stored now.
 */
type SentPicture = { field: string; address: string; current?: string | null | undefined }

/**
 * Checks that each picture was uploaded to this shop, and marks it as used so that it is not deleted as unused. A
 * picture that has not changed is not checked. Returns a problem for the first invalid picture, or null if all are
 * valid.
 */
export async function checkPictures(tx: Db, pictures: SentPicture[]): Promise<Problem | null> {
  for (const { field, address, current } of pictures) {
    if (address !== current && !(await findUsablePicture(tx, address)))
      return wrongField(field, 'Please Add A Photo')
  }
  return null
}

/** Returns a problem if the price is not an amount of money, is zero or is too high. Otherwise returns null. */
export function checkPrice(field: string, price: string): Problem | null {
  const problem = findPriceProblem(price)
  return problem && wrongField(field, describePriceProblem(problem))
}

export function wrongField(field: string, message: string): Problem {
  return new Problem('invalid-input', { errors: [{ field, message }] })
}
