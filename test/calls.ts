import { Check, Errors } from 'typebox/value'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { CallName, Calls } from '#contract/api.ts'
import { calls } from '#contract/api.ts'
import type { Answer, Call, Input } from '#contract/call.ts'
import type { ProblemBody } from '#contract/errors.ts'

/** What a call answered. `answer` throws unless it succeeded, `problem` unless it failed. */
export type Reply<N extends CallName = CallName> = {
  status: number
  headers: LightMyRequestResponse['headers']
  text: string
  answer: Answer<Calls[N]>
  problem: ProblemBody
}

/** What goes on the wire, right or wrong; `headers` come on top of what the sender sends anyway. */
export type Sent = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** Makes calls: `call` as the contract says, `send` as somebody with bad manners would. */
export type Sender = {
  call: <N extends CallName>(name: N, input: Input<Calls[N]>) => Promise<Reply<N>>
  send: <N extends CallName>(name: N, sent: Sent) => Promise<Reply<N>>
}

/** The origin of the shop's own pages in tests. */
export const shopOrigin = 'http://localhost:3000'

/** Calls a shop without a port; `credentials` gives the headers by which the sender is known for a call. */
export function senderFor(app: FastifyInstance, credentials: (call: Call) => Record<string, string>): Sender {
  async function send<N extends CallName>(name: N, sent: Sent): Promise<Reply<N>> {
    const headers = { origin: shopOrigin, ...credentials(calls[name]), ...sent.headers }
    const reply: Reply<N> = replyOf(await app.inject(requestFor(name, { ...sent, headers })))
    if (reply.status < 300) mustFit(name, JSON.parse(reply.text))
    return reply
  }
  // A call's typed input is one of the shapes that may be sent.
  return { send, call: (name, input) => send(name, input as Sent) }
}

/** An answer has what the contract says and nothing else: what it does not name is nobody's business. */
function mustFit(name: CallName, answer: unknown): void {
  const { answer: schema } = calls[name]
  if (!Check(schema, answer))
    throw new Error(
      `${name} answered what the contract does not know: ${JSON.stringify(Errors(schema, answer))}`,
    )
}

/** The `Cookie` header that a browser would send after this answer. */
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
    // The contract's names start with one of these.
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
