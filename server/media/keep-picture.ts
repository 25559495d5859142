import { Problem } from '#contract/errors.ts'
import { MOST_UPLOAD_BYTES } from '#contract/media.ts'
import { now } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Tables } from '#server/tables.ts'
import type { ImageStore } from './image-store.ts'
import { deleteUnused, listUnused, saveImage } from './queries.ts'
import { renderPicture } from './render-picture.ts'
import type { RenderedPicture } from './render-picture.ts'
import { sniffPicture } from './sniff.ts'

export type Media = { database: Database<Tables>; store: ImageStore }

/** Pictures rendered at once; each takes some 50 MB and a core for a second. */
const MOST_AT_ONCE = 2
let rendering = 0

/** Keeps an uploaded picture; answers its address. What is no picture of ours to use is refused. */
export async function keepPicture({ database, store }: Media, caller: Caller, upload: Buffer): Promise<string | Problem> {
  if (upload.length > MOST_UPLOAD_BYTES || !sniffPicture(upload)) return new Problem('not-a-picture')
  if (rendering >= MOST_AT_ONCE) return new Problem('busy')
  rendering += 1
  let picture: RenderedPicture
  try {
    picture = await renderPicture(upload)
  } catch {
    return new Problem('not-a-picture')
  } finally {
    rendering -= 1
  }
  const { id } = picture
  return inTurn(id, async () => {
    const address = await store.keep(picture)
    const row = { id, owner_id: caller.userId, address, created_at: now(), used_at: null }
    return database.write(({ tx }) => saveImage(tx, row))
  })
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

/** The end of the last work on each picture that is being worked on. */
const ends = new Map<string, Promise<unknown>>()

/** Works on one picture after the work on it that is under way: files written again must not be deleted with the old. */
async function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
  const done = (ends.get(id) ?? Promise.resolve()).then(work)
  const end = done.catch(() => undefined)
  ends.set(id, end)
  try {
    return await done
  } finally {
    if (ends.get(id) === end) ends.delete(id)
  }
}
