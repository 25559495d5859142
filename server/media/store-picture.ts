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
 * Stores an uploaded picture. Returns its address, or a `Problem` if the upload is not a picture that the shop can use.
 * Only one picture is rendered at a time, because rendering takes up to 350 MB of memory and some seconds.
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

/** Returns whether sharp refused a picture for its size. Its errors have no code, so the message is compared. */
function hasTooManyPixels(error: unknown): boolean {
  return error instanceof Error && error.message.includes('exceeds pixel limit')
}

/** The time in milliseconds after which an unused picture is deleted. */
const ORPHAN_MS = 24 * 60 * 60 * 1000

/**
 * Deletes pictures that were uploaded and never used. The row is deleted before the files: afterwards no entry of the
 * catalogue can start to use the picture.
 */
export async function deleteOrphans({ database, store }: Media): Promise<void> {
  const at = now() - ORPHAN_MS
  for (const { id } of await listUnused(database.read, at)) {
    await inTurn(id, async () => {
      if (await database.write(({ tx }) => deleteUnused(tx, { id, at }))) await store.delete(id)
    })
  }
}

/** The promise of the last task, by the name of the queue. */
const queues = new Map<string, Promise<unknown>>()

/**
 * Runs the tasks with the same name one after the other. The name is the id of a picture. Otherwise, deleting the files
 * of a picture could also delete files that are uploaded again at that time.
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
