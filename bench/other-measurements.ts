import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { measureMemory } from './calls/measure-memory.ts'
import type { Figure } from './figures.ts'
import { pageMeasurements } from './page/measure-page.ts'
import { measureInstalledSize } from './page/measure-sizes.ts'
import { measureEndedSessions } from './postgres/measure-ended-sessions.ts'
import { measurePostgres } from './postgres/measure-postgres.ts'
import type { BenchShop } from './shop/bench-shop.ts'

type Measurement = { name: string; measure: () => Promise<Figure[]> }

/** Returns the measurements that CI leaves out, in the order in which they are taken. `folder` is for temporary data. */
export function otherMeasurements(shop: BenchShop, folder: string, rounds: number): Measurement[] {
  return [
    { name: 'postgres', measure: () => measurePostgres(folder) },
    { name: 'ended session', measure: () => measureEndedSessions(mkdtempSync(join(folder, 'sessions-'))) },
    { name: 'memory', measure: () => measureMemory(shop) },
    ...pageMeasurements(shop, rounds),
    { name: 'installed size', measure: measureInstalledSize },
  ]
}
