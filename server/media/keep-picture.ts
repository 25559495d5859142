import { Problem } from '#contract/errors.ts'
import { MOST_AVIF_PIXELS, MOST_PIXELS, MOST_UPLOAD_BYTES } from '#contract/media.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { ImageStore } from './image-store.ts'
import { deleteUnused, listUnused, saveImage } from './queries.ts'
import { renderPicture } from './render-picture.ts'
import type { RenderedPicture } from './render-picture.ts'
import { sniffPicture } from './sniff.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

export type Media = { database: ShopDatabase; store: ImageStore }

/**
 * Keeps an uploaded picture; returns its address. What is no picture of ours to use is refused. One picture is rendered
 * at a time: it takes up to 350 MB and some seconds.
 */
export async function keepPicture(
  { database, store }: Media,
  caller: Caller,
  upload: Buffer,
): Promise<string | Problem> {
  if (upload.length > MOST_UPLOAD_BYTES || !sniffPicture(upload)) return new Problem('not-a-picture')
  let picture: RenderedPicture
  try {
    picture = await inTurn('rendering', () => renderPicture(upload))
  } catch (error) {
    return hasTooManyPixels(error) ? tooManyPixels : new Problem('not-a-picture')
  }
  const { id } = picture
  return inTurn(id, async () => {
    const address = await store.keep(picture)
    const row = { id, owner_id: caller.userId, address, created_at: now(), used_at: null }
    return database.write(({ tx }) => saveImage(tx, row))
  })
}

const tooManyPixels = new Problem('not-a-picture', {
  detail: `This picture has too many pixels: at most ${MOST_PIXELS / 1e6} million, or ${MOST_AVIF_PIXELS / 1e6} million in an AVIF.`,
})

/** sharp's errors have no code, so this one is recognised by its message. */
function hasTooManyPixels(error: unknown): boolean {
  return error instanceof Error && error.message.includes('exceeds pixel limit')
}

/** A picture that nothing used for this long is an orphan, in milliseconds. */
const ORPHAN_MS = 24 * 60 * 60 * 1000

/** Deletes pictures that were uploaded and never used: the row first, so that none can be taken into use half gone. */
export async function deleteOrphans({ database, store }: Media): Promise<void> {
  const at = now() - ORPHAN_MS
  for (const { id } of await listUnused(database.read, at)) {
    await inTurn(id, async () => {
      if (await database.write(({ tx }) => deleteUnused(tx, { id, at }))) await store.drop(id)
    })
  }
}

/** The end of the last work of each name. */
const ends = new Map<string, Promise<unknown>>()

/**
 * Does one work of a name after the other. The name is a picture's id where its files are written or deleted: files
 * that are written again must not be deleted with the old ones.
 */
async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const done = (ends.get(name) ?? Promise.resolve()).then(work)
  const end = done.catch(() => undefined)
  ends.set(name, end)
  try {
    return await done
  } finally {
    if (ends.get(name) === end) ends.delete(name)
  }
}
