import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { ImageStore } from '#server/media/image-store.ts'
import { StoreUnavailable } from '#server/media/store-unavailable.ts'
import { imageStoreOf } from '#server/picture-stores.ts'
import { fail, messageOf, ok, warn } from './check.ts'
import type { Check, Finding } from './check.ts'

export const checkPictures: Check = {
  name: 'pictures',
  run: async ({ config }) => {
    if (config.images.store === 'imgbb')
      return [
        warn('imgBB cannot delete pictures, so no picture was uploaded to try it: upload one in the shop.'),
      ]
    if (config.images.store === 'disk' && !existsSync(config.dataDir))
      return [warn(`${config.dataDir} is not there yet. The first start of the shop creates it.`)]
    return probeStore(imageStoreOf(config))
  },
}

/** Saves, reads and deletes a small file under a random name in the picture store. */
export async function probeStore(store: ImageStore): Promise<Finding[]> {
  const id = `${randomBytes(8).toString('hex')}-000000`
  const name = `${id}-240.webp`
  const bytes = randomBytes(64)
  try {
    await store.save({ id, files: [{ name, bytes }] })
    const found = await store.find(name)
    if (!found)
      return [fail('A picture that was saved is not there: check the settings of the picture store.')]
    if (!bytes.equals(await buffer(found.read())))
      return [fail('A picture that was saved has another content when it is read: check the picture store.')]
    await store.delete(id)
    if (await store.find(name))
      return [warn(`${name} could not be deleted: give the shop the right to delete in the picture store.`)]
    return [ok('A picture can be saved, read and deleted.')]
  } catch (error) {
    await store.delete(id).catch(() => undefined)
    // This message already says what to look at.
    if (error instanceof StoreUnavailable) return [fail(error.message)]
    return [
      fail(
        `The picture store does not work: ${messageOf(error)}. Check its address, its keys and its rights.`,
      ),
    ]
  }
}
