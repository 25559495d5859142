import { join } from 'node:path'
import { diskStore } from './disk-store.ts'
import type { ImageStore } from './image-store.ts'
import { imgbbStore } from './imgbb-store.ts'

type Settings = { dataDir: string; images: { store: 'disk' } | { store: 'imgbb'; key: string } }

const IMGBB = 'https://api.imgbb.com/1/upload'

/** Returns the picture store that the settings choose. */
export function configuredStore({ images, dataDir }: Settings): ImageStore {
  const local = diskStore(join(dataDir, 'images'))
  return images.store === 'imgbb' ? imgbbStore({ key: images.key, endpoint: IMGBB, local }) : local
}
