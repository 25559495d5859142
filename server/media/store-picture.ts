import { Problem } from '#contract/errors.ts'
import { MOST_AVIF_PIXELS, MOST_PIXELS, MOST_UPLOAD_BYTES } from '#contract/media.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { detectFormat } from './detect-format.ts'
import type { ImageStore } from './image-store.ts'
import { deleteUnused, listUnused, saveImage } from './queries.ts'
import { renderPicture } from './render-picture.ts'
import type { RenderedPicture } from './render-picture.ts'

export type Media = { database: ShopDatabase; store: ImageStore }

/**
 * Stores an uploaded picture. Returns its URL, or a `Problem` if the shop cannot use the upload as a picture. Only
 * one picture is rendered at a time, because rendering takes up to 350 MB of memory and some seconds.
 */
export async function storePicture(
  { database, store }: Media,
  caller: Caller,
  upload: Buffer,
): Promise<string | Problem> {
  if (upload.length > MOST_UPLOAD_BYTES || !detectFormat(upload)) return new Problem('not-a-picture')
  let picture: RenderedPicture
  try {
    picture = await inTurn('rendering', () => renderPicture(upload))
  } catch (error) {
    return hasTooManyPixels(error) ? tooManyPixels : new Problem('not-a-picture')
  }
  const { id } = picture
  return inTurn(id, async () => {
    const address = await store.save(picture)
    const row = { id, owner_id: caller.userId, address, created_at: now(), used_at: null }
    return database.write(({ tx }) => saveImage(tx, row))
  })
}

const tooManyPixels = new Problem('not-a-picture', {
  detail: `This picture has too many pixels: at most ${MOST_PIXELS / 1e6} million, or ${MOST_AVIF_PIXELS / 1e6} million in an AVIF.`,
})

/**
 * Returns whether an error of sharp means that a picture has too many pixels. Errors of sharp have no code, so the
 * message is compared.
 */
function hasTooManyPixels(error: unknown): boolean {
  return error instanceof Error && error.message.includes('exceeds pixel limit')
}

/** An unused picture is deleted after this time in milliseconds. */
const ORPHAN_MS = 24 * 60 * 60 * 1000

/**
 * Deletes pictures that were uploaded but not used in time. A picture's row is deleted before its files. From then
 * on, no brand or product can start to use the picture.
 */
export async function deleteOrphans({ database, store }: Media): Promise<void> {
  const at = now() - ORPHAN_MS
  for (const { id } of await listUnused(database.read, at)) {
    await inTurn(id, async () => {
      if (await database.write(({ tx }) => deleteUnused(tx, { id, at }))) await store.delete(id)
    })
  }
}

/** For each queue, by its name, a promise that resolves when the last task has ended. */
const queues = new Map<string, Promise<unknown>>()

/**
 * Runs tasks with the same queue name one after the other. All rendering is in one queue. Each picture also has its
 * own queue, named by its id. Otherwise, while a picture's files are being deleted, a new upload of the same picture
 * could lose its files.
 */
async function inTurn<T>(name: string, task: () => Promise<T>): Promise<T> {
  const done = (queues.get(name) ?? Promise.resolve()).then(task)
  const end = done.catch(() => undefined)
  queues.set(name, end)
  try {
    return await done
  } finally {
    if (queues.get(name) === end) queues.delete(name)
  }
}
