import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Overloaded } from './errors.ts'

/** Whoever comes while everything takes longer than this is turned away. */
const MOST_DELAY_MS = 2000
/** A reading is the mean delay of this long, and stands for as long again. */
const READING_MS = 1000

/**
 * Turns visitors away early while the shop cannot keep up. The first pressure felt is forgiven for two readings: it
 * may be that of the start, which takes its time before any visitor is in.
 */
export function turnAwayUnderPressure(app: FastifyInstance): void {
  let firstFelt: number | null = null
  app.register(underPressure, {
    maxEventLoopDelay: MOST_DELAY_MS,
    sampleInterval: READING_MS,
    pressureHandler: ({ url }) => {
      // A supervisor that got 503 here would restart a shop that is only busy.
      if (url === '/healthz') return
      firstFelt ??= performance.now()
      if (performance.now() - firstFelt > 2 * READING_MS) throw new Overloaded('The event loop is late.')
    },
  })
}
