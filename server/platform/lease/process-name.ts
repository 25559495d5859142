import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** The name by which an owner finds a process. `machine` identifies the space in which its process id is unique. */
export type ProcessName = { host: string; machine: string; pid: number }

export function thisProcess(): ProcessName {
  return { host: hostname(), machine: machineName(), pid: process.pid }
}

/**
 * Whether the other process has certainly ended. A process on another machine, or in another container, may live: its id
 * says nothing here.
 */
export function hasEnded(other: ProcessName, self: ProcessName): boolean {
  if (other.machine !== self.machine) return false
  // Two processes never have the same id at the same time, so the other one had it before us.
  if (other.pid === self.pid) return true
  try {
    process.kill(other.pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/** On Linux this start of the kernel and the space in which process ids are counted: containers often share a host name. */
function machineName(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}
