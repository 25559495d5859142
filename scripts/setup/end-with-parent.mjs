const EVERY_MS = 500

/**
 * npm runs us in a shell; a signal to npm alone ends the shell and would leave us running behind everybody's back.
 * So when npm started us and our parent is gone, we are told to close as by a signal.
 */
export function endWithParent() {
  if (!process.env['npm_lifecycle_event'] || process.platform === 'win32') return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, EVERY_MS)
  watch.unref()
}
