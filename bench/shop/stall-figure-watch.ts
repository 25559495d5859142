// Loaded into the server before its own program: watches its event loop, and on SIGUSR2 writes the longest stall
// since the last time, in milliseconds, into the file that the environment names.
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const file = process.env['STALLS_FILE']

if (isMainThread && file) {
  const watch = monitorEventLoopDelay({ resolution: 1 })
  watch.enable()
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.new`, String(watch.max / 1e6))
    renameSync(`${file}.new`, file)
    watch.reset()
  })
}
