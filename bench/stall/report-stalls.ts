// Loaded into the shop before its own program. Answers each message with the longest stall of the event loop since the
// message before, in milliseconds.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  process.on('message', () => {
    process.send?.(delays.max / 1e6)
    delays.reset()
  })
  // The channel must not keep the process running.
  process.channel?.unref()
}
