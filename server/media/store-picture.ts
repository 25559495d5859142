import { Problem } from '#contract/errors.ts'
import { MAX_AVIF_PIXELS, MAX_PIXELS, MAX_UPLOAD_BYTES } from '#contract/media.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { ImageRow } from '#server/tables.ts'
import type { ImageStore } from './image-store.ts'
import { detectFormat, renderPicture } from './render-picture.ts'
import type { RenderedPicture } from './render-picture.ts'

export type Media = { database: ShopDatabase; store: ImageStore }

/**
 * Stores an uploaded picture. Returns its URL, or a `Problem` if the shop cannot use the upload as a picture. Throws
 * `StoreUnavailable` if the store cannot be reached: the picture then has no row. Files that were stored before the
 * store failed have names that nothing refers to, and the next upload of the same picture replaces them. Only one
 * picture is rendered at a time, because rendering takes up to 350 MB of memory and some seconds.
 */
export async function storePicture(
  { database, store }: Media,
  caller: Caller,
  upload: Buffer,
): Promise<string | Problem> {
  if (upload.length > MAX_UPLOAD_BYTES || !detectFormat(upload)) return new Problem('not-a-picture')
  let picture: RenderedPicture
  try {
    picture = await renderInTurn(upload)
  } catch (error) {
    return hasTooManyPixels(error) ? tooManyPixels : new Problem('not-a-picture')
  }
  const { id } = picture
  const address = await store.save(picture)
  const row = { id, owner_id: caller.userId, address, created_at: now() }
  return database.write(({ tx }) => saveImage(tx, row))
}

/** Resolves when the last picture has been rendered. It does not keep the picture. */
let rendering: Promise<unknown> = Promise.resolve()

function renderInTurn(upload: Buffer): Promise<RenderedPicture> {
  const rendered = rendering.then(() => renderPicture(upload))
  rendering = rendered.then(
    () => undefined,
    () => undefined,
  )
  return rendered
}

const tooManyPixels = new Problem('not-a-picture', {
  detail: `This picture has too many pixels: at most ${MAX_PIXELS / 1e6} million, or ${MAX_AVIF_PIXELS / 1e6} million in an AVIF.`,
})

/**
 * Returns whether an error of sharp means that a picture has too many pixels. Errors of sharp have no code, so the
 * message is compared.
 */
function hasTooManyPixels(error: unknown): boolean {
  return error instanceof Error && error.message.includes('exceeds pixel limit')
}

/**
 * Adds a picture and returns its URL. If the picture was uploaded before, its first URL is kept, because the catalogue
 * may refer to it. An image hosting service returns a new URL for each upload.
 */
async function saveImage(db: Db, image: ImageRow): Promise<string> {
  const { address } = await db
    .insertInto('images')
    .values(image)
    // An update that changes nothing, because only a row that is written is returned.
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: image.id }))
    .returning('address')
    .executeTakeFirstOrThrow()
  return address
}

/** Returns whether there is a picture with this URL. */
export async function isStored(db: Db, address: string): Promise<boolean> {
  const row = await db.selectFrom('images').select('id').where('address', '=', address).executeTakeFirst()
  return row !== undefined
}
