const EVERY_MS = 500

/** When whoever started this process is gone, it is told to close as by a signal, so that nothing is left behind. */
export function endWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, EVERY_MS)
  watch.unref()
}
