import { accessSync, constants, statfsSync, statSync } from 'node:fs'
import { fail, ok, warn } from './check.ts'
import type { Check, Finding } from './check.ts'

const GB = 1024 ** 3
/** With less free space than this, in bytes, SQLite and uploads may soon fail. */
const LITTLE = GB
const TOO_LITTLE = 0.1 * GB

export const checkDisk: Check = {
  name: 'disk',
  run: async ({ config: { dataDir } }) => {
    const stats = statSync(dataDir, { throwIfNoEntry: false })
    if (!stats) return [warn(`${dataDir} is not there yet. The first start of the shop creates it.`)]
    try {
      accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    } catch {
      return [fail(`This user may not write to ${dataDir}: give the folder to the user who runs the shop.`)]
    }
    const { bavail, bsize } = statfsSync(dataDir)
    return [spaceOf(dataDir, bavail * bsize), ...rightsOf(dataDir, stats)]
  },
}

/** Says whether the free space, in bytes, is enough. */
export function spaceOf(folder: string, free: number): Finding {
  const text = `${(free / GB).toFixed(1)} GB are free for ${folder}`
  if (free < TOO_LITTLE) return fail(`Only ${text}: delete files, or give the shop a larger disk.`)
  if (free < LITTLE) return warn(`Only ${text}: make room soon.`)
  return ok(`${text}.`)
}

function rightsOf(folder: string, { mode, uid }: { mode: number; uid: number }): Finding[] {
  const me = process.getuid?.()
  const foreign =
    me !== undefined && me !== uid
      ? [warn(`${folder} belongs to another user than the one who runs this command: run it as that user.`)]
      : []
  if ((mode & 0o077) === 0) return foreign
  return [...foreign, warn(`Other users of this machine may read ${folder}: run chmod 700 ${folder}.`)]
}
