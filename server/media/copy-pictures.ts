import type { Db } from '#server/shop-database.ts'
import { fileNames } from './disk-store.ts'
import type { PictureFiles } from './image-store.ts'
import { countHosted, isStored, listStored } from './queries.ts'

export type Places = { from: PictureFiles; to: PictureFiles }

export type Copied = {
  /** The number of files that were copied, and their size. */
  files: number
  bytes: number
  /** The number of files that had the same content in both places already. */
  same: number
  /** The number of files that only the second place has. */
  onlyThere: number
  /** The names of the files that neither place has. */
  missing: string[]
  /** The number of pictures at an image hosting service. The shop has no files of them. */
  hosted: number
}

/**
 * Copies the files of all pictures from one place to the other. Every copy is read back and compared with its source.
 * Pictures may be added and deleted in that time: those that were added are copied too, as long as new ones are found.
 * Throws if a copy differs, or if a place is unavailable. If the call is repeated, files that were copied before are
 * compared, but not copied again.
 */
export async function copyPictures(db: Db, places: Places): Promise<Copied> {
  const result: Copied = {
    files: 0,
    bytes: 0,
    same: 0,
    onlyThere: 0,
    missing: [],
    hosted: await countHosted(db),
  }
  const seen = new Set<string>()
  let before: number
  do {
    before = seen.size
    for await (const id of storedIds(db)) {
      if (seen.has(id)) continue
      seen.add(id)
      await Promise.all(fileNames(id).map((name) => copyFile(db, places, { id, name, result })))
    }
  } while (seen.size > before)
  return result
}

/** Yields the ids of all pictures that the shop itself stores. */
async function* storedIds(db: Db): AsyncGenerator<string> {
  let page = await listStored(db, '')
  while (page.length > 0) {
    yield* page
    page = await listStored(db, page.at(-1) ?? '')
  }
}

type OneFile = { id: string; name: string; result: Copied }

async function copyFile(db: Db, { from, to }: Places, { id, name, result }: OneFile): Promise<void> {
  const [source, present] = await Promise.all([from.read(name), to.read(name)])
  if (!source && present) result.onlyThere += 1
  // A picture can have been deleted since it was listed.
  else if (!source) result.missing.push(...((await isStored(db, { id })) ? [name] : []))
  else if (present?.equals(source)) result.same += 1
  else {
    await to.write(name, source)
    if (!(await to.read(name))?.equals(source))
      throw new Error(`The copy of ${name} differs from its source.`)
    result.files += 1
    result.bytes += source.length
  }
}
