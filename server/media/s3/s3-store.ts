import { Readable } from 'node:stream'
import { IMAGE_FILE, imageAddress } from '#contract/values/images.ts'
import { fileNames } from '../disk-store.ts'
import type { ImageStore, PictureWriter } from '../image-store.ts'
import { FileCache } from './file-cache.ts'
import type { CacheLimits } from './file-cache.ts'
import type { S3Client } from './s3-client.ts'

/**
 * The keys of all objects begin with this, so that an object has the same path below the public address of the bucket
 * as it has in the shop.
 */
const PREFIX = 'images/'

const CACHE: CacheLimits = { maxBytes: 64 * 1024 * 1024, maxLoading: 256, pauseMs: 1_000 }

/**
 * Returns a store that keeps pictures as objects in a bucket. If browsers can load the objects at an address of the
 * bucket itself, `publicUrl` is that address, without a slash at the end.
 */
export function s3Store(client: S3Client, publicUrl: string | null): ImageStore {
  const write = s3Writer(client)
  const cache = new FileCache(CACHE, (name) => client.get(`${PREFIX}${name}`))
  return {
    origin: publicUrl && new URL(publicUrl).origin,
    publicUrl,
    save: async (picture) => {
      const written = picture.files.map(({ name, bytes }) => write(name, bytes))
      // Every request has ended when this function returns or throws. A late request could otherwise write a file
      // while the picture is being deleted.
      await Promise.allSettled(written)
      await Promise.all(written)
      return imageAddress(picture.id)
    },
    find: async (name) => {
      const bytes = await cache.get(name)
      return bytes && { size: bytes.length, read: () => Readable.from(bytes) }
    },
    delete: async (id) => {
      const deleted = fileNames(id).map(async (name) => {
        cache.delete(name)
        await client.delete(`${PREFIX}${name}`)
      })
      await Promise.allSettled(deleted)
      await Promise.all(deleted)
    },
  }
}

/** Returns the writer of the objects in a bucket. Browsers that load them from there may cache them for ever. */
export function s3Writer(client: S3Client): PictureWriter {
  return (name, bytes) =>
    client.put(`${PREFIX}${name}`, bytes, {
      'content-type': `image/${IMAGE_FILE.exec(name)?.[4]}`,
      'cache-control': 'public, max-age=31536000, immutable',
    })
}
