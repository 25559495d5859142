import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

/** The clock of a shop in a process of its own, which a test moves. */
export type MovedClock = {
  /** The environment variables of a shop whose clock this is. */
  settings: Record<string, string>
  now: () => number
  /** Moves the clock to a time in UTC milliseconds, and waits until the jobs that are due then have run. */
  moveTo: (time: number) => Promise<void>
  remove: () => void
}

const preload = pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href

/** The time after which a job is not waited for, in milliseconds. A timer that is not set again is not that of a job. */
const MAX_WAIT_MS = 1500

/** Returns a clock that shows the time `start` in UTC milliseconds, and goes on. */
export function movedClock(start: number): MovedClock {
  const folder = mkdtempSync(join(tmpdir(), 'crema-clock-'))
  const file = join(folder, 'ahead')
  let ahead = start - Date.now()
  writeFileSync(file, String(ahead))
  writeFileSync(`${file}.seen`, '')
  return {
    settings: { NODE_OPTIONS: `--import ${preload}`, CLOCK_FILE: file },
    now: () => Date.now() + ahead,
    moveTo: async (time) => {
      ahead = time - Date.now()
      writeFileSync(file, String(ahead))
      const late = Date.now() + MAX_WAIT_MS
      while (readFileSync(`${file}.seen`, 'utf8') !== String(ahead) && Date.now() < late) await sleep(10)
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
