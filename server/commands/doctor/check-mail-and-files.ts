import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { verifySmtp } from '#server/mail/mailer.ts'
import { StoreUnavailable } from '#server/media/image-store.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { imageStoreOf } from '#server/picture-stores.ts'
import { fail, messageOf, ok, warn } from './check.ts'
import type { Check, Finding } from './check.ts'

const GB = 1024 ** 3

export const checkDisk: Check = {
  name: 'disk',
  run: async ({ dataDir }) => {
    if (!existsSync(dataDir))
      return [warn(`${dataDir} is not there yet. The first start of the shop creates it.`)]
    try {
      accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    } catch {
      return [fail(`This user may not write to ${dataDir}: give the folder to the user who runs the shop.`)]
    }
    const { bavail, bsize } = statfsSync(dataDir)
    const isPrivate = (statSync(dataDir).mode & 0o077) === 0
    return [
      spaceOf(dataDir, bavail * bsize),
      ...(isPrivate
        ? []
        : [warn(`Other users of this machine may read ${dataDir}: run chmod 700 ${dataDir}.`)]),
    ]
  },
}

/** Says whether the free space, in bytes, is enough. */
export function spaceOf(folder: string, free: number): Finding {
  const text = `${(free / GB).toFixed(1)} GB are free for ${folder}`
  if (free < 0.1 * GB) return fail(`Only ${text}: delete files, or give the shop a larger disk.`)
  return free < GB ? warn(`Only ${text}: make room soon.`) : ok(`${text}.`)
}

export const checkMail: Check = {
  name: 'mail',
  run: async ({ smtp }) => {
    if (!smtp)
      return [
        warn('SMTP_URL is not set: no order is confirmed, and a forgotten password cannot be replaced.'),
      ]
    try {
      await verifySmtp(smtp)
      return [ok(`${new URL(smtp.url).host} accepts the connection and the password. No mail was sent.`)]
    } catch (error) {
      const why = messageOf(error)
      return [fail(`The mail server of SMTP_URL cannot be used: ${why}. Check host, port and password.`)]
    }
  },
}

export const checkPictures: Check = {
  name: 'pictures',
  run: async (config) => {
    if (config.images.store === 'imgbb')
      return [
        warn('imgBB cannot delete pictures, so no picture was uploaded to try it: upload one in the shop.'),
      ]
    if (config.images.store === 'disk' && !existsSync(config.dataDir))
      return [warn(`${config.dataDir} is not there yet. The first start of the shop creates it.`)]
    return [await tryStore(imageStoreOf(config))]
  },
}

/** Saves, reads and deletes a small file under a random name in the picture store. */
export async function tryStore(store: ImageStore): Promise<Finding> {
  const id = `${randomBytes(8).toString('hex')}-000000`
  const name = `${id}-240.webp`
  const bytes = randomBytes(64)
  try {
    await store.save({ id, files: [{ name, bytes }] })
    const found = await store.find(name)
    if (!found || !bytes.equals(await buffer(found.read())))
      return fail('A picture that was saved cannot be read again: check the settings of the picture store.')
    await store.delete(id)
    return ok('A picture can be saved, read and deleted.')
  } catch (error) {
    await store.delete(id).catch(() => undefined)
    // This message already says what to look at.
    if (error instanceof StoreUnavailable) return fail(error.message)
    return fail(
      `The picture store does not work: ${messageOf(error)}. Check its address, its keys and its rights.`,
    )
  }
}
