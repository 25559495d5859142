import { Check, Errors } from 'typebox/value'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { CallName, Calls } from '#contract/api.ts'
import { calls } from '#contract/api.ts'
import type { Answer, Call, Input } from '#contract/call.ts'
import type { ProblemBody } from '#contract/errors.ts'

/**
 * The response to an API call. `answer` is the body of a successful response and `problem` the body of an error.
 * Reading one of the two throws if the response is of the other kind.
 */
export type Reply<N extends CallName = CallName> = {
  status: number
  headers: LightMyRequestResponse['headers']
  text: string
  answer: Answer<Calls[N]>
  problem: ProblemBody
}

/** The parts of an API request, which may be invalid. `headers` are sent in addition to those of the sender. */
export type Sent = {
  params?: Record<string, string>
  query?: Record<string, string | string[]>
  body?: unknown
  headers?: Record<string, string>
}

/** Sends API requests. `call` accepts only input that fits the API contract, and `send` accepts any input. */
export type Sender = {
  call: <N extends CallName>(name: N, input: Input<Calls[N]>) => Promise<Reply<N>>
  send: <N extends CallName>(name: N, sent: Sent) => Promise<Reply<N>>
}

/** The origin of the shop in tests. Requests send it as `Origin`, as the shop's own pages do. */
export const shopOrigin = 'http://localhost:3000'

/**
 * Returns functions that send requests to a shop without a network port. `credentials` returns the headers that
 * authenticate the sender of an API call.
 */
export function senderFor(app: FastifyInstance, credentials: (call: Call) => Record<string, string>): Sender {
  async function send<N extends CallName>(name: N, sent: Sent): Promise<Reply<N>> {
    const headers = { origin: shopOrigin, ...credentials(calls[name]), ...sent.headers }
    const reply: Reply<N> = replyOf(await app.inject(requestFor(name, { ...sent, headers })))
    if (reply.status < 300) mustFit(name, JSON.parse(reply.text))
    return reply
  }
  // cast: the input types of the API contract have no properties but `params`, `query` and `body`.
  return { send, call: (name, input) => send(name, input as Sent) }
}

/**
 * Throws unless a response fits the schema in the API contract. A property that the schema does not have could be
 * private data.
 */
function mustFit(name: CallName, answer: unknown): void {
  const { answer: schema, ...call }: Call = calls[name]
  const fits = Check(schema, answer) || (call.access === 'staff' && Check(call.answerForPackers, answer))
  if (!fits)
    throw new Error(
      `${name} answered what the contract does not know: ${JSON.stringify(Errors(schema, answer))}`,
    )
}

/** Returns the `Cookie` header that a browser would send after it has received this response. */
export function cookiesOf({ headers }: Pick<Reply, 'headers'>): string {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

function requestFor(name: CallName, { params = {}, query = {}, body, headers = {} }: Sent): InjectOptions {
  const [method, path] = name.split(' ')
  const filled = String(path).replace(/\{(\w+)\}/g, (_, field: string) =>
    encodeURIComponent(params[field] ?? ''),
  )
  const kept = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
  return {
    // cast: the names of API calls start with one of these methods.
    method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: `/api${filled}`,
    query,
    headers: kept,
    ...(body !== undefined && { payload: body as object }),
  }
}

function replyOf<N extends CallName>({ statusCode, headers, body }: LightMyRequestResponse): Reply<N> {
  return {
    status: statusCode,
    headers,
    text: body,
    get answer(): Answer<Calls[N]> {
      if (statusCode >= 300) throw new Error(`No answer but ${statusCode}: ${body}`)
      return JSON.parse(body)
    },
    get problem(): ProblemBody {
      if (statusCode < 400) throw new Error(`No problem but ${statusCode}: ${body}`)
      return JSON.parse(body)
    },
  }
}
