import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity/sign-in.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { isKnownDevice, readBrowserSecret } from '../cookies.ts'
import type { Http } from '../cookies.ts'
import { countingWrong, WRONG_GUESSES } from '../limit-guesses.ts'
import { changeAccount, findAccount, lockAccount } from '../queries.ts'
import { openSession, SECOND_FACTOR_COOKIE } from '../sessions/open-session.ts'
import type { Opening, SessionSetup } from '../sessions/open-session.ts'
import { endSessions } from '../sessions/queries.ts'
import { stepUp } from '../step-up.ts'
import type { StepUp, StepUpSetup } from '../step-up.ts'
import { countTry, deleteTokens, listTokens, mint, takeToken } from '../tokens.ts'
import { changeFactors, refuseWeak, strengthenSession } from './change-factors.ts'
import type { FactorChange } from './change-factors.ts'
import { loadOtp, newRecoveryCodes, takeCode, takeTotp } from './codes.ts'

/** The number of codes that can be tried after one first factor. */
const MAX_TRIES = 5

/** The time in milliseconds within which the app has to show its first code. */
const SET_UP_MS = 15 * 60_000

/**
 * What wrong codes of an account are counted by. Browsers in which the person has signed in before have tries of their
 * own: another person who knows the password and keeps guessing would otherwise lock the owner out.
 */
function wrongCodesOf(account: string, isKnown: boolean) {
  const key = isKnown ? `wrong code on a known device of ${account}` : `wrong code of ${account}`
  return [{ bucket: WRONG_GUESSES, key }]
}

/**
 * Completes a sign-in of which the first factor was right, with a code of the app or a recovery code. The cookie of the
 * first factor is used once, and for a few tries.
 */
export async function enterWithCode(
  setup: SessionSetup & { limits: SharedLimits },
  http: Http,
  code: string,
): Promise<Person | Problem> {
  const { database, limits, https } = setup
  const token = readBrowserSecret(http, { name: SECOND_FACTOR_COOKIE, https }) ?? ''
  const given = { token, kinds: ['second-factor' as const], at: await database.time() }
  const first = await database.write(({ tx }) => countTry(tx, { ...given, max: MAX_TRIES }))
  const owner = first?.owner && (await findAccount(database.read, first.owner))
  if (!owner) return new Problem('code-expired')
  const opening: Opening = JSON.parse(first.data)
  const isKnown = isKnownDevice(http, setup, owner.email)
  const counted = wrongCodesOf(owner.id, isKnown)
  await loadOtp()
  const person = await countingWrong({ limits, http, counted, isKnown }, () =>
    openSession(setup, http, {
      ...opening,
      isStrong: true,
      identify: async ({ tx }) => {
        const account = await lockAccount(tx, owner.id)
        if (!account || !(await takeToken(tx, given))) return new Problem('code-expired')
        return (await takeCode(tx, account, code)) ? account : new Problem('wrong-code')
      },
    }),
  )
  return person === 'second-factor' ? new Problem('code-expired') : person
}

/** Makes a secret for an app, which is used once a code of the app has come back. */
export async function startTotp(
  setup: StepUpSetup,
  asked: StepUp,
  issuer: string,
): Promise<{ secret: string; url: string; qr: string } | Problem> {
  const confirmed = await stepUp(setup, asked)
  if (confirmed instanceof Problem) return confirmed
  const { person } = asked
  const { read, write, time } = setup.database
  const refused = await refuseWeak(read, person)
  if (refused) return refused
  if ((await findAccount(read, person.subject))?.totp_secret) return isOnAlready()
  const { TOTP } = await loadOtp()
  const totp = new TOTP({ issuer, label: person.email })
  const [secret, owner] = [totp.secret.base32, person.subject]
  const expiresAt = (await time()) + SET_UP_MS
  await write(async ({ tx }) => {
    await deleteTokens(tx, { owner, kinds: ['totp'] })
    await mint(tx, { kind: 'totp', owner, data: { secret }, expiresAt })
  })
  const url = totp.toString()
  const { renderSVG } = await import('uqr')
  return { secret, url, qr: `data:image/svg+xml,${encodeURIComponent(renderSVG(url))}` }
}

function isOnAlready(): Problem {
  return new Problem('state-conflict', { detail: 'The second factor is on already. Turn it off first.' })
}

type Setup = { database: ShopDatabase; limits: SharedLimits }

/** A person who is signed in, with a code of the app or a recovery code. */
type GivenCode = Http & { person: SessionPerson; body: { code: string } }

/** Turns the second factor on with a code of the app. All other sessions end. Returns the recovery codes. */
export async function confirmTotp(setup: Setup, given: GivenCode): Promise<string[] | Problem> {
  const at = await setup.database.time()
  return changeTotp(setup, given, {
    action: 'turned on the second factor',
    apply: async (write, { id: owner, totp_secret }) => {
      const { tx } = write
      if (totp_secret !== null) return isOnAlready()
      const [pending] = await listTokens(tx, { owner, kinds: ['totp'], at })
      if (!pending) return new Problem('code-expired')
      const { secret }: { secret: string } = JSON.parse(pending.data)
      if (!(await takeTotp(tx, { id: owner, totp_secret: secret }, given.body.code)))
        return new Problem('wrong-code')
      await deleteTokens(tx, { owner, kinds: ['totp'] })
      await changeAccount(tx, owner, { totp_secret: secret })
      await endSessions(write, owner, given.person.sessionId)
      await strengthenSession(write, given.person)
      return newRecoveryCodes(tx, owner)
    },
  })
}

/** Turns the second factor off. It needs a code, so that a stolen session with the password is not enough. */
export async function removeTotp(setup: StepUpSetup, given: StepUp & GivenCode): Promise<true | Problem> {
  const confirmed = await stepUp(setup, given)
  if (confirmed instanceof Problem) return confirmed
  return changeTotp(setup, given, {
    action: 'turned off the second factor',
    apply: async ({ tx }, account) => {
      if (!(await takeCode(tx, account, given.body.code))) return new Problem('wrong-code')
      await changeAccount(tx, account.id, { totp_secret: null })
      await deleteTokens(tx, { owner: account.id, kinds: ['recovery'] })
      return true as const
    },
  })
}

export function replaceRecoveryCodes(setup: Setup, given: GivenCode): Promise<string[] | Problem> {
  return changeTotp(setup, given, {
    action: 'replaced the recovery codes of the second factor',
    apply: async ({ tx }, account) =>
      account.totp_secret !== null && (await takeCode(tx, account, given.body.code))
        ? newRecoveryCodes(tx, account.id)
        : new Problem('wrong-code'),
  })
}

/** Changes the second factor, and counts wrong codes, as at the sign-in. */
async function changeTotp<T>(
  { database, limits }: Setup,
  { request, reply, person }: GivenCode,
  change: FactorChange<T>,
): Promise<T | Problem> {
  await loadOtp()
  const counted = wrongCodesOf(person.subject, true)
  return countingWrong({ limits, http: { request, reply }, counted, isKnown: true }, () =>
    changeFactors(database, person, change),
  )
}
