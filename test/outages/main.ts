import { runTrials } from '../harness/trial.ts'
import { killedInstance } from './killed-instance.ts'
import { renewalsAtOnce } from './renewals-at-once.ts'
import { rollingRestart } from './rolling-restart.ts'
import { databaseStopped, poolerRestarted } from './stopped-database.ts'
import { storeGone } from './store-gone.ts'
import { wrongClock } from './wrong-clock.ts'

/** `npm run outage` runs these outages in turn. */
await runTrials([
  rollingRestart,
  killedInstance,
  databaseStopped,
  poolerRestarted,
  storeGone,
  wrongClock,
  renewalsAtOnce,
])
