import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IMAGE_FORMATS, IMAGE_WIDTHS, imageAddress } from '#contract/values/images.ts'
import type { ImageStore, PictureWriter } from './image-store.ts'

export function diskStore(folder: string): ImageStore {
  const write = diskWriter(folder)
  return {
    origin: null,
    publicUrl: null,
    save: async ({ id, files }) => {
      await Promise.all(files.map(({ name, bytes }) => write(name, bytes)))
      return imageAddress(id)
    },
    find: async (name) => {
      const path = join(folder, name)
      const stats = await stat(path).catch(() => null)
      return stats && { size: stats.size, read: () => createReadStream(path) }
    },
    delete: async (id) => {
      await Promise.all(fileNames(id).map((name) => rm(join(folder, name), { force: true })))
    },
  }
}

export function fileNames(id: string): string[] {
  return IMAGE_WIDTHS.flatMap((width) => IMAGE_FORMATS.map((format) => `${id}-${width}.${format}`))
}

/** Returns the writer of the files in a folder. A file gets its final name only when it is complete. */
export function diskWriter(folder: string): PictureWriter {
  return async (name, bytes) => {
    await mkdir(folder, { recursive: true })
    // The same picture may be written twice at the same time, so that each writer needs a file of its own.
    const incomplete = join(folder, `${name}.${randomUUID()}.new`)
    try {
      await writeFile(incomplete, bytes, { flush: true })
      await rename(incomplete, join(folder, name))
    } catch (error) {
      await rm(incomplete, { force: true })
      throw error
    }
  }
}
