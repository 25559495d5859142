import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { OPEN_SESSION_PATH } from './identity-provider.ts'

/**
 * A plugin for better-auth with an endpoint that opens a session for the account `userId` in the body, in the same way
 * as a sign-in with a password does. The caller must have identified the person.
 */
export function sessionOpening() {
  return {
    id: 'open-session',
    endpoints: {
      openSession: createAuthEndpoint(OPEN_SESSION_PATH, { method: 'POST' }, async (ctx) => {
        const { userId } = ctx.body as { userId: string } // cast: only `openSession` of the provider calls the endpoint
        const user = await ctx.context.internalAdapter.findUserById(userId)
        if (!user) throw new APIError('UNAUTHORIZED')
        const session = await ctx.context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ user })
      }),
    },
  }
}
