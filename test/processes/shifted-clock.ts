import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Loaded into a shop's process before the shop. The clock of the process is then wrong by the milliseconds in the
 * environment variable `CLOCK_AHEAD_MS`, which may be negative, or in the file `CLOCK_FILE`, which a test can change.
 * `moved-clock.ts` writes that file.
 */
let ahead = Number(process.env['CLOCK_AHEAD_MS'] ?? 0)

globalThis.Date = new Proxy(Date, {
  construct: (target, parts) =>
    parts.length === 0 ? new target(target.now() + ahead) : Reflect.construct(target, parts),
  get: (target, key) => (key === 'now' ? () => target.now() + ahead : Reflect.get(target, key)),
})

const { CLOCK_FILE: file } = process.env
if (file !== undefined) followFile(file)

/**
 * Reads the file again and again. Timers of a second or more follow the clock: when it is moved beyond their time, they fire
 * at once. When as many of them are set as before, because the jobs of the shop have run and wait again, the number
 * in the file is written to a second one.
 */
function followFile(path: string): void {
  const { setTimeout: setShort, clearTimeout: clear } = globalThis
  const waiting = new Map<unknown, { at: number; fire: () => void }>()
  globalThis.setTimeout = new Proxy(setShort, {
    apply: (set, self, [work, ms = 0, ...parts]: Parameters<typeof setShort>) => {
      const fire = () => {
        clear(timer)
        waiting.delete(timer)
        work(...parts)
      }
      const timer: NodeJS.Timeout = Reflect.apply(set, self, [fire, ms])
      if (ms >= 1000) waiting.set(timer, { at: Date.now() + ms, fire })
      return timer
    },
  })
  globalThis.clearTimeout = (timer) => {
    waiting.delete(timer)
    clear(timer)
  }
  let before = 0
  let isDone = true
  const read = () => {
    const wanted = Number(readFileSync(path, 'utf8') || ahead)
    if (wanted !== ahead) {
      ;[ahead, before, isDone] = [wanted, waiting.size, false]
      for (const { at, fire } of waiting.values()) if (at <= Date.now()) fire()
    }
    if (!isDone && waiting.size >= before) {
      isDone = true
      writeFileSync(`${path}.seen`, String(ahead))
    }
  }
  read()
  setInterval(read, 20).unref()
}
