// This module is loaded into the shop's process before the shop's own program. It responds to each message with the
// longest stall of the event loop since the previous message, in milliseconds.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  process.on('message', () => {
    process.send?.(delays.max / 1e6)
    delays.reset()
  })
  // Lets the shop's process end although the message channel is open.
  process.channel?.unref()
}
