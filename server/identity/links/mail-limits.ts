import type { Bucket } from '#server/platform/http/rate-limits.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'

/**
 * The rate limit of the mails with links for one key: three at once, then one every ten minutes. The key contains the
 * recipient, or the user who asks for the mails. Further mails are not sent, and the response does not show that.
 */
const MAILS_AT_ONCE: Bucket = { burst: 3, refillMs: 10 * 60_000 }

/** A second rate limit of these mails: ten at once, then ten a day. */
const MAILS_A_DAY: Bucket = { burst: 10, refillMs: 144 * 60_000 }

/** Runs `mail` unless too many mails were sent for the same `key`, such as the purpose and the address of the mails. */
export async function withinMailLimits(
  limits: SharedLimits,
  key: string,
  mail: () => Promise<void>,
): Promise<void> {
  const counted = [
    { bucket: MAILS_AT_ONCE, key },
    { bucket: MAILS_A_DAY, key: `a day ${key}` },
  ]
  if (!(await limits.takeAll(counted))) return
  await mail().catch(async (error: unknown) => {
    await limits.giveAllBack(counted)
    throw error
  })
}
