import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '#contract/errors.ts'
import { MAX_AVIF_PIXELS, MAX_PIXELS, MAX_UPLOAD_BYTES } from '#contract/media.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { ImageStore } from './image-store.ts'
import {
  beginDeleting,
  cancelDeleting,
  finishDeleting,
  listUnused,
  renewImage,
  saveImage,
} from './queries.ts'
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
  if (!(await untilNotDeleting(database, id))) return new Problem('busy')
  const address = await store.save(picture)
  const row = { id, owner_id: caller.userId, address, created_at: now(), used_at: null, deleting_at: null }
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

/** How often, and with which pause in milliseconds, an upload asks whether the picture is deleted by now. */
const DELETION_POLLS = { max: 20, pauseMs: 250 }

/**
 * Resolves when no instance of the shop is deleting the picture. None begins to delete it within the next day, so that
 * the caller can store its files. Resolves with false if an instance takes too long to delete it.
 */
async function untilNotDeleting(database: ShopDatabase, id: string): Promise<boolean> {
  for (let polls = 0; polls < DELETION_POLLS.max; polls++) {
    if (polls > 0) await sleep(DELETION_POLLS.pauseMs)
    const at = now()
    const renew = { id, at, staleBefore: at - STALE_MS }
    if (await database.write(({ tx }) => renewImage(tx, renew))) return true
  }
  return false
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
 * Marks the picture with this URL as used, so that it is never deleted as unused. Returns false if no such picture was
 * uploaded to the shop, or if it is being deleted.
 */
export async function markPictureUsed(tx: Db, address: string): Promise<boolean> {
  const row = await tx
    .updateTable('images')
    .set({ used_at: now() })
    .where('address', '=', address)
    .where('deleting_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** An unused picture is deleted after this time in milliseconds. */
const ORPHAN_MS = 24 * 60 * 60 * 1000

/**
 * After this time in milliseconds, an instance that began to delete a picture must have failed. It is much longer than
 * deleting takes with all its retries, and than the clocks of two instances differ.
 */
const STALE_MS = 20 * 60 * 1000

/**
 * Deletes pictures that were uploaded but not used in time. Which ones is decided by their rows alone, never by what
 * the store contains: an instance of the shop may be storing files whose row is not written yet.
 *
 * A picture is first marked as being deleted. From then on, no brand or product can start to use it, and no instance
 * stores it again until its files and its row are gone.
 */
export async function deleteOrphans({ database, store }: Media): Promise<void> {
  const before = now() - ORPHAN_MS
  for (const { id } of await listUnused(database.read, before))
    await deleteUnused({ database, store }, { id, before })
}

async function deleteUnused(
  { database, store }: Media,
  { id, before }: { id: string; before: number },
): Promise<void> {
  const at = now()
  const marking = { id, before, at, staleBefore: at - STALE_MS }
  if (!(await database.write(({ tx }) => beginDeleting(tx, marking)))) return
  try {
    await store.delete(id)
  } catch (error) {
    await database.write(({ tx }) => cancelDeleting(tx, { id, at }))
    throw error
  }
  await database.write(({ tx }) => finishDeleting(tx, { id, at }))
}
