import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Overloaded } from './errors.ts'

/** Requests are refused while the event loop is delayed by more milliseconds than this. */
const MAX_DELAY_MS = 2000
/**
 * The interval in milliseconds at which the delay of the event loop is measured. Each measurement is the mean delay
 * of one interval.
 */
const READING_MS = 1000

/**
 * Refuses requests while the event loop is overloaded. The first overload is ignored for two measuring intervals,
 * because the start of the shop may have caused it.
 */
export function refuseUnderPressure(app: FastifyInstance): void {
  let firstFelt: number | null = null
  app.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    sampleInterval: READING_MS,
    pressureHandler: ({ url }) => {
      // A supervisor that got 503 from `/healthz` would restart the shop, although the shop is only busy.
      if (url === '/healthz') return
      firstFelt ??= performance.now()
      if (performance.now() - firstFelt > 2 * READING_MS) throw new Overloaded('The event loop is late.')
    },
  })
}
