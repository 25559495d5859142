import { join } from 'node:path'
import type { Config } from './config.ts'
import { diskFiles, diskStore } from './media/disk-store.ts'
import type { ImageStore, PictureFiles } from './media/image-store.ts'
import { imgbbStore } from './media/imgbb-store.ts'
import { S3Client } from './media/s3/s3-client.ts'
import { s3Files, s3Store } from './media/s3/s3-store.ts'

const IMGBB = 'https://api.imgbb.com/1/upload'

/** Returns the store of the settings, in which uploaded pictures are kept. */
export function imageStoreOf({ images, dataDir }: Config): ImageStore {
  if (images.store === 's3') return s3Store(new S3Client(images.bucket), images.bucket.publicUrl)
  const local = diskStore(join(dataDir, 'images'))
  return images.store === 'imgbb' ? imgbbStore({ key: images.key, endpoint: IMGBB, local }) : local
}

/** Where the shop itself can keep the files of pictures: in its data folder, or in the bucket of the settings. */
export type FilePlace = 'disk' | 's3'

/** Returns the files of pictures in one place. Throws if the settings name no bucket. */
export function pictureFilesIn(place: FilePlace, { s3, dataDir }: Config): PictureFiles {
  if (place === 'disk') return diskFiles(join(dataDir, 'images'))
  if (!s3) throw new Error('The settings name no bucket. Set S3_ENDPOINT and the other S3_ settings.')
  return s3Files(new S3Client(s3))
}
