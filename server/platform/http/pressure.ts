import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Overloaded } from './errors.ts'

/** Requests are refused while the event loop is later than this. */
const MAX_DELAY_MS = 2000
/** How often the delay is measured. A measurement is the mean of this time. */
const READING_MS = 1000

/**
 * Refuses requests early while the shop is overloaded. The first overload is ignored for two measurements, because it may
 * be caused by the start of the shop.
 */
export function turnAwayUnderPressure(app: FastifyInstance): void {
  let firstFelt: number | null = null
  app.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    sampleInterval: READING_MS,
    pressureHandler: ({ url }) => {
      // A supervisor that got 503 here would restart a shop that is only busy.
      if (url === '/healthz') return
      firstFelt ??= performance.now()
      if (performance.now() - firstFelt > 2 * READING_MS) throw new Overloaded('The event loop is late.')
    },
  })
}
