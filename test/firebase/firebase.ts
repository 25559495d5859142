import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { listen } from '../processes/free-port.ts'
import { FakeAccounts, Refused } from './accounts.ts'
import type { Body } from './accounts.ts'
import { SigningKeys } from './signing-keys.ts'

const API_KEY = 'AIza-key-of-the-tests'
export const PROJECT_ID = 'crema-tests'

/**
 * What goes wrong with a call. `down`: the connection breaks. `error`: the response has status 503. `garbled`: the
 * response is not JSON. Any other text is a code with which the call is refused.
 */
type Fault = string | null

/**
 * A replacement of Firebase Authentication for tests, written from its published REST interface. It keeps its state in
 * memory, signs ID tokens with RS256 and publishes its keys. `calls` are the names of the calls that have arrived, such
 * as `signUp`, `token` or `keys`.
 */
export type FakeFirebase = {
  url: string
  accounts: FakeAccounts
  keys: SigningKeys
  calls: string[]
  /** Returns what goes wrong with a call, or null if nothing does. By default nothing goes wrong. */
  fault: (call: string) => Fault
  close: () => Promise<void>
}

export async function startFirebase(): Promise<FakeFirebase> {
  const keys = new SigningKeys(PROJECT_ID)
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    if (request.method === 'OPTIONS') response.writeHead(204).end()
    else void serve(firebase, request, response)
  })
  const port = await listen(server)
  const firebase: FakeFirebase = {
    url: `http://127.0.0.1:${port}`,
    accounts: new FakeAccounts(keys),
    keys,
    calls: [],
    fault: () => null,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return firebase
}

/** Returns the settings of a shop whose accounts are at this replacement. */
export function firebaseEnv({ url }: Pick<FakeFirebase, 'url'>): Record<string, string> {
  return {
    DEMO: '0',
    IDENTITY: 'firebase',
    FIREBASE_API_KEY: API_KEY,
    FIREBASE_PROJECT_ID: PROJECT_ID,
    FIREBASE_API_BASE: url,
  }
}

async function serve(
  firebase: FakeFirebase,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', firebase.url)
  const body = await readText(request)
  const call = /(?:accounts:|\/v1\/)(\w+)$/.exec(url.pathname)?.[1] ?? 'keys'
  firebase.calls.push(call)
  const fault = firebase.fault(call)
  if (fault === 'down') return void request.socket.destroy()
  if (fault === 'error') return send(response, 503, { error: { code: 503, message: 'UNAVAILABLE' } })
  if (fault === 'garbled') return void response.writeHead(200).end('{"idToken": ')
  try {
    if (fault !== null) throw new Refused(fault)
    send(response, 200, await answer(firebase, { call, key: url.searchParams.get('key') }, body))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { message } = error
    const errors = [{ message, domain: 'global', reason: 'invalid' }]
    send(response, 400, { error: { code: 400, message, errors } })
  }
}

type Called = { call: string; key: string | null }

async function answer(firebase: FakeFirebase, { call, key }: Called, text: string): Promise<object> {
  const { accounts, keys } = firebase
  if (call === 'keys') return keys.published()
  if (key !== API_KEY) throw new Refused('API key not valid.')
  if (call === 'token') return accounts.refresh(new URLSearchParams(text).get('refresh_token'))
  const body: Body = JSON.parse(text)
  if (!isAccountCall(call)) throw new Error(`The replacement of Firebase does not know the call ${call}.`)
  return accounts[call](body)
}

const accountCalls = ['signUp', 'signInWithPassword', 'update', 'sendOobCode', 'lookup'] as const

function isAccountCall(call: string): call is (typeof accountCalls)[number] {
  return accountCalls.some((known) => known === call)
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
  response.end(JSON.stringify(body))
}
