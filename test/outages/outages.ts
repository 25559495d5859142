import { databaseStopped } from './database-stopped.ts'
import { killedInstance } from './killed-instance.ts'
import type { Outage } from './outage.ts'
import { rollingRestart } from './rolling-restart.ts'

/** All outages, in the order in which they run. */
export const outages: Outage[] = [rollingRestart, killedInstance, databaseStopped]
