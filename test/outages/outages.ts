import { databaseStopped } from './database-stopped.ts'
import { killedInstance } from './killed-instance.ts'
import type { Outage } from './outage.ts'
import { poolerRestarted } from './pooler-restarted.ts'
import { rollingRestart } from './rolling-restart.ts'
import { storeGone } from './store-gone.ts'
import { wrongClock } from './wrong-clock.ts'

/** All outages, in the order in which they run. */
export const outages: Outage[] = [
  rollingRestart,
  killedInstance,
  databaseStopped,
  poolerRestarted,
  storeGone,
  wrongClock,
]
