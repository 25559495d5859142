import { Problem } from '#contract/errors.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { AccountRow } from '#server/tables/account-rows.ts'
import { changeAccount } from '../queries.ts'
import { endSessions } from '../sessions/queries.ts'
import { stepUp } from '../step-up.ts'
import type { StepUp, StepUpSetup } from '../step-up.ts'
import { deleteTokens, listTokens, mint } from '../tokens.ts'
import { loadOtp, newRecoveryCodes, takeCode, takeTotp } from './codes.ts'
import { lockFactors, strengthenSession } from './lock-factors.ts'
import { WRONG_CODES } from './second-factor.ts'

const loadQr = loadOnce(() => import('uqr'))

/** The time in milliseconds within which the app has to show its first code. */
const SET_UP_MS = 15 * 60_000

/** Makes a secret for an app, which is used once a code of the app has come back. */
export async function startTotp(
  setup: StepUpSetup,
  asked: StepUp,
  issuer: string,
): Promise<{ secret: string; url: string; qr: string } | Problem> {
  const confirmed = await stepUp(setup, asked)
  if (confirmed instanceof Problem) return confirmed
  const { TOTP } = await loadOtp()
  const totp = new TOTP({ issuer, label: asked.person.email })
  const [secret, owner] = [totp.secret.base32, asked.person.subject]
  const expiresAt = (await setup.database.time()) + SET_UP_MS
  const stored = await setup.database.write(async ({ tx }) => {
    const account = await lockFactors(tx, asked.person)
    if (account instanceof Problem) return account
    if (account.totp_secret !== null) return isOnAlready()
    await deleteTokens(tx, { owner, kinds: ['totp'] })
    return mint(tx, { kind: 'totp', owner, data: { secret }, expiresAt })
  })
  if (stored instanceof Problem) return stored
  const url = totp.toString()
  const { renderSVG } = await loadQr()
  return { secret, url, qr: `data:image/svg+xml,${encodeURIComponent(renderSVG(url))}` }
}

function isOnAlready(): Problem {
  return new Problem('state-conflict', { detail: 'The second factor is on already. Turn it off first.' })
}

/** Turns the second factor on with a code of the app. All other sessions end. Returns the recovery codes. */
export async function confirmTotp(
  setup: Setup,
  person: SessionPerson,
  code: string,
): Promise<string[] | Problem> {
  const at = await setup.database.time()
  return withAccount(setup, person, async ({ tx, publish }, account) => {
    if (account.totp_secret !== null) return isOnAlready()
    const owner = account.id
    const [pending] = await listTokens(tx, { owner, kinds: ['totp'], at })
    if (!pending) return new Problem('login-expired')
    const { secret }: { secret: string } = JSON.parse(pending.data)
    if (!(await takeTotp(tx, { id: owner, totp_secret: secret }, code))) return new Problem('wrong-code')
    await deleteTokens(tx, { owner, kinds: ['totp'] })
    await changeAccount(tx, owner, { totp_secret: secret })
    await endSessions(tx, owner, person.sessionId)
    await strengthenSession({ tx, publish }, person)
    return newRecoveryCodes(tx, owner)
  })
}

/** Turns the second factor off. It needs a code, so that a stolen session with the password is not enough. */
export async function removeTotp(setup: StepUpSetup, asked: StepUp, code: string): Promise<true | Problem> {
  const confirmed = await stepUp(setup, asked)
  if (confirmed instanceof Problem) return confirmed
  return withAccount(setup, asked.person, async ({ tx }, account) => {
    if (!(await takeCode(tx, account, code))) return new Problem('wrong-code')
    await changeAccount(tx, account.id, { totp_secret: null })
    await deleteTokens(tx, { owner: account.id, kinds: ['recovery'] })
    return true as const
  })
}

export function replaceRecoveryCodes(
  setup: Setup,
  person: SessionPerson,
  code: string,
): Promise<string[] | Problem> {
  return withAccount(setup, person, async ({ tx }, account) =>
    account.totp_secret !== null && (await takeCode(tx, account, code))
      ? newRecoveryCodes(tx, account.id)
      : new Problem('wrong-code'),
  )
}

type Setup = { database: ShopDatabase; limits: SharedLimits }

/** Runs `act` in a transaction that has locked the account. Counts wrong codes, as at the sign-in. */
async function withAccount<T>(
  { database, limits }: Setup,
  person: SessionPerson,
  act: (write: ShopWrite, account: AccountRow) => Promise<T | Problem>,
): Promise<T | Problem> {
  const counted = [{ bucket: WRONG_CODES, key: `wrong code of ${person.subject}` }]
  if (!(await limits.takeAll(counted))) return new Problem('too-many-requests')
  await loadOtp()
  const done = await database.write(async (write): Promise<T | Problem> => {
    const account = await lockFactors(write.tx, person)
    return account instanceof Problem ? account : act(write, account)
  })
  if (!(done instanceof Problem)) await limits.giveAllBack(counted)
  return done
}
