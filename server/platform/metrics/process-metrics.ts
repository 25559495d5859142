import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metric } from './metric.ts'

/** The interval in milliseconds at which the delay of the event loop is measured. */
const RESOLUTION_MS = 20
const NS = 1e9

/** Returns the metrics of this process: memory, processor time, and the delay of its event loop. */
export function processMetrics(version: string): Metric[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  return [
    {
      name: 'crema_info',
      type: 'gauge',
      help: 'Always 1. The labels are the versions of the shop and of Node.',
      read: () => [{ labels: { version, node: process.version }, value: 1 }],
    },
    {
      name: 'process_start_time_seconds',
      type: 'gauge',
      help: 'Start of the process, in seconds since 1970.',
      read: () => performance.timeOrigin / 1000,
    },
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'Processor time that the process has used.',
      read: () => {
        const { user, system } = process.cpuUsage()
        return (user + system) / 1e6
      },
    },
    {
      name: 'process_resident_memory_bytes',
      type: 'gauge',
      help: 'Memory of the process.',
      read: () => process.memoryUsage.rss(),
    },
    {
      name: 'crema_heap_bytes',
      type: 'gauge',
      help: 'Memory of JavaScript objects.',
      read: () => process.memoryUsage().heapUsed,
    },
    {
      name: 'crema_event_loop_delay_seconds',
      type: 'gauge',
      help: 'Delay of the event loop since the last scrape.',
      read: () => {
        const samples = [0.5, 0.99, 1].map((quantile) => ({
          labels: { quantile: String(quantile) },
          value: quantile === 1 ? excess(delay.max) : excess(delay.percentile(quantile * 100)),
        }))
        delay.reset()
        return samples
      },
    },
  ]
}

/** Node measures the whole interval between two ticks in nanoseconds. Returns by how many seconds it was too long. */
function excess(nanoseconds: number): number {
  return Math.max(0, nanoseconds / NS - RESOLUTION_MS / 1000)
}
