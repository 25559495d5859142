import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * A process and where it runs. Messages to the owner of the shop name its `host` and `pid`. `machine` identifies the
 * machine or container in which the process id is unique.
 */
export type ProcessName = { host: string; machine: string; pid: number }

export function thisProcess(): ProcessName {
  return { host: hostname(), machine: machineName(), pid: process.pid }
}

/**
 * Returns true only if the other process has certainly ended. Returns false for a process on another machine or in
 * another container, because its id cannot be looked up from here.
 */
export function hasEnded(other: ProcessName, self: ProcessName): boolean {
  if (other.machine !== self.machine) return false
  // The other process had the id that this process has now. Two running processes cannot share an id, so the other
  // one has ended.
  if (other.pid === self.pid) return true
  try {
    process.kill(other.pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/**
 * Returns a name for this machine or container. On Linux it consists of the boot id and the namespace of process ids,
 * because containers often share a host name.
 */
function machineName(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}
