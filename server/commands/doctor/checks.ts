import type { Check } from './check.ts'
import { checkClock } from './check-clock.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkFirebase } from './check-firebase.ts'
import { checkGateway } from './check-gateway.ts'
import { checkIdentity } from './check-identity.ts'
import { checkIssuer } from './check-issuer.ts'
import { checkMail } from './check-mail.ts'
import { checkPictures } from './check-pictures.ts'
import { checkPublicUrl } from './check-public-url.ts'
import { checkReplica } from './check-replica.ts'
import { checkSettings } from './check-settings.ts'

/** The checks of `npm run doctor`, in the order in which their results are printed. */
export const checks: Check[] = [
  checkSettings,
  checkPublicUrl,
  checkDisk,
  checkDatabase,
  checkReplica,
  checkIdentity,
  checkFirebase,
  checkIssuer,
  checkPictures,
  checkMail,
  checkGateway,
  checkClock,
]
