import { join } from 'node:path'
import type { Config } from './config.ts'
import { diskStore, diskWriter } from './media/disk-store.ts'
import type { ImageStore, PictureWriter } from './media/image-store.ts'
import { imgbbStore } from './media/imgbb-store.ts'
import { S3Client } from './media/s3/s3-client.ts'
import { s3Store, s3Writer } from './media/s3/s3-store.ts'

const IMGBB = 'https://api.imgbb.com/1/upload'

/** Returns the store of the settings, in which uploaded pictures are kept. */
export function imageStoreOf({ images, dataDir }: Config): ImageStore {
  if (images.store === 's3') return s3Store(new S3Client(images.bucket), images.bucket.publicUrl)
  const local = diskStore(join(dataDir, 'images'))
  return images.store === 'imgbb' ? imgbbStore({ key: images.key, endpoint: IMGBB, local }) : local
}

/** Returns what writes files into the store of the settings, or beside it if that is an image hosting service. */
export function pictureWriterOf({ images, dataDir }: Config): PictureWriter {
  if (images.store === 's3') return s3Writer(new S3Client(images.bucket))
  return diskWriter(join(dataDir, 'images'))
}
