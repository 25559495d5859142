import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../../scripts/setup/place.mjs'
import { runQuietly } from '../../scripts/setup/run-command.mjs'
import { inDemoShop } from './demo-shop.ts'
import { inRounds, milliseconds } from './rounds.ts'
import type { Finding } from './rounds.ts'
import { inScratchFolder } from './scratch.ts'

/** Backing up an open demo shop, and opening what came out of it in another folder; with the start of a process each. */
export function measureBackup(): Promise<Finding[]> {
  return inDemoShop((_shop, folder) =>
    inScratchFolder(async (place) => {
      const file = join(place, 'backup.db')
      let bytes = 0
      const rounds = await inRounds(async () => {
        const backup = await milliseconds(() => command('backup', file, folder))
        const restored = join(place, 'restored')
        const restore = await milliseconds(() => command('restore', file, restored))
        bytes = statSync(file).size
        rmSync(file)
        rmSync(restored, { recursive: true })
        return { backup, restore }
      })
      return [
        { title: 'The demo shop', unit: 'milliseconds', rounds },
        { title: 'Its backup', unit: 'MB', digits: 1, rounds: [{ 'one file': bytes / 1e6 }] },
      ]
    }),
  )
}

function command(name: 'backup' | 'restore', file: string, folder: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: folder }
  return runQuietly([process.execPath, inRoot('server', 'commands', `${name}.ts`), file], { name, env })
}
