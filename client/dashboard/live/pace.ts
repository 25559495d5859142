/**
 * Runs `work` at once, and then at most once per `interval` ms: what is asked for meanwhile happens once at its end.
 * `stop` forgets what is still to come.
 */
export function paced(work: () => void, interval: number): { run: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null
  let waiting = false

  function run(): void {
    if (timer) {
      waiting = true
      return
    }
    timer = setTimeout(rest, interval)
    work()
  }

  function rest(): void {
    timer = null
    if (!waiting) return
    waiting = false
    run()
  }

  function stop(): void {
    if (timer) clearTimeout(timer)
    timer = null
    waiting = false
  }

  return { run, stop }
}
