import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IMAGE_FORMATS, IMAGE_WIDTHS, imageAddress } from '#contract/values/images.ts'
import type { ImageStore } from './image-store.ts'

/** Returns a store that keeps pictures as files in a folder. A file gets its final name only when it is complete. */
export function diskStore(folder: string): ImageStore {
  return {
    origin: null,
    save: async ({ id, files }) => {
      await mkdir(folder, { recursive: true })
      await Promise.all(
        files.map(async ({ name, bytes }) => {
          await writeFile(join(folder, `${name}.new`), bytes, { flush: true })
          await rename(join(folder, `${name}.new`), join(folder, name))
        }),
      )
      return imageAddress(id)
    },
    find: async (name) => {
      const path = join(folder, name)
      const stats = await stat(path).catch(() => null)
      return stats && { size: stats.size, read: () => createReadStream(path) }
    },
    delete: async (id) => {
      const names = IMAGE_WIDTHS.flatMap((width) => IMAGE_FORMATS.map((format) => `${id}-${width}.${format}`))
      await Promise.all(names.map((name) => rm(join(folder, name), { force: true })))
    },
  }
}
