import { setTimeout as sleep } from 'node:timers/promises'
import { domainToASCII } from 'node:url'
import { networksOf } from '#server/platform/http/address.ts'
import type { Bucket, Counted } from '#server/platform/http/rate-limits.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'

/**
 * The rate limit of the mails with links for one key: three at once, then one every ten minutes. The key contains the
 * recipient, or the user who asks for the mails. Further mails are not sent, and the response does not show that.
 */
const MAILS_AT_ONCE: Bucket = { burst: 3, refillMs: 10 * 60_000 }

/** A second rate limit of these mails: ten at once, then ten a day. */
const MAILS_A_DAY: Bucket = { burst: 10, refillMs: 144 * 60_000 }

/**
 * A third rate limit, of mails that are also counted by the network of the request: thirty at once, then thirty a day,
 * from all networks together.
 */
const MAILS_FROM_ANYWHERE: Bucket = { burst: 30, refillMs: 48 * 60_000 }

/**
 * What mails are counted by: a `key`, such as their purpose and their address. If `ip` is given, the first two limits are
 * for each network, so that a stranger in another network cannot use up the mails of the recipient.
 */
type MailKey = { key: string; ip?: string }

/**
 * How long a request for a mail takes at least, in milliseconds. A shorter time could show that no mail was sent, and so
 * whether the address has an account. Only tests change it.
 */
export const mailRequest = { minMs: 500 }

/**
 * Returns a text that is the same for all spellings of an address that reach one mailbox, to count mails by. Many
 * servers deliver `a.b+shop@x` to `ab@x`. Where these are two people, they share a limit, which neither will notice. No
 * mail is sent to the result.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [local = '', host] = [email.slice(0, at), email.slice(at + 1)].map((part) =>
    part
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''),
  )
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${domainToASCII(host ?? '') || host}`
}

/** Runs `mail` unless too many mails were sent for one of the keys. */
export async function withinMailLimits(
  limits: SharedLimits,
  keys: MailKey[],
  mail: () => Promise<void>,
): Promise<void> {
  const counted = keys.flatMap(countedBy)
  const mailUnlessTooMany = async () => {
    if (!(await limits.takeAll(counted))) return
    await mail().catch(async (error: unknown) => {
      await limits.giveAllBack(counted)
      throw error
    })
  }
  await Promise.all([mailUnlessTooMany(), sleep(mailRequest.minMs)])
}

function countedBy({ key, ip }: MailKey): Counted[] {
  if (ip === undefined) return countedByKey(key)
  // The widest network, because a stranger can have as many IPv6 networks of 64 bits as are in one of 48 bits.
  const network = networksOf(ip).at(-1)
  return [
    ...countedByKey(`${key} from ${network}`),
    { bucket: MAILS_FROM_ANYWHERE, key: `from anywhere ${key}` },
  ]
}

function countedByKey(key: string): Counted[] {
  return [
    { bucket: MAILS_AT_ONCE, key },
    { bucket: MAILS_A_DAY, key: `a day ${key}` },
  ]
}
