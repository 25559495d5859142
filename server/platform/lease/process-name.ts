import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** The name of a process for the owner. `machine` identifies the system in which the process id is unique. */
export type ProcessName = { host: string; machine: string; pid: number }

export function thisProcess(): ProcessName {
  return { host: hostname(), machine: machineName(), pid: process.pid }
}

/**
 * Returns whether the other process has certainly ended. A process on another machine or in another container may still
 * run, because its id means nothing here.
 */
export function hasEnded(other: ProcessName, self: ProcessName): boolean {
  if (other.machine !== self.machine) return false
  // Two processes cannot have the same id at the same time, so the other one has ended.
  if (other.pid === self.pid) return true
  try {
    process.kill(other.pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/**
 * Returns a name of the system. On Linux it is the boot id and the namespace of process ids, because containers often
 * share a host name.
 */
function machineName(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}
