import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip as gzipLater, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Lru } from '../lru.ts'

const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const SMALLEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

/** Responses of up to this many bytes are not compressed, because they would hardly become smaller. */
const SMALL = 256

type Encoding = 'br' | 'gzip' | 'plain'

type Kind = {
  type: string
  cacheControl: string
  status?: number
  headers?: Record<string, string>
  compressed?: false
}

type Compressed = { gzip: Buffer; brotli: Buffer }

/**
 * A response body with its ETag: plain and, if compressing is worth the time, also as gzip and Brotli. Brotli is first
 * used with quality 5. Later, another thread compresses the body again with quality 11, unless too many other responses
 * wait for that.
 */
export class EncodedResponse {
  readonly plain: Buffer
  readonly gzip: Buffer | null
  brotli: Buffer | null
  readonly etag: string
  readonly kind: Kind
  readonly #heads = new Map<Encoding | 'none', string[]>()

  constructor(body: string | Buffer, kind: Kind, compressed?: Compressed) {
    this.plain = Buffer.from(body)
    this.kind = kind
    this.etag = `W/"${createHash('sha256').update(this.plain).digest('base64url').slice(0, 22)}"`
    const worthIt = isWorthCompressing(this.plain, kind)
    this.gzip = worthIt ? (compressed?.gzip ?? gzipSync(this.plain)) : null
    this.brotli = worthIt ? (compressed?.brotli ?? brotliCompressSync(this.plain, QUICK)) : null
    if (worthIt) recompressInTurn(this)
  }

  /** Returns the body in this encoding. If the body is not compressed, returns it as plain bytes. */
  bytes(encoding: Encoding): Buffer {
    if (encoding === 'br' && this.brotli) return this.brotli
    return encoding === 'gzip' && this.gzip ? this.gzip : this.plain
  }

  /**
   * Returns the headers of a response in an encoding or, for `none`, of a response without a body. They are a flat list
   * of names and values, as Node's `writeHead` takes it. The list is cached.
   */
  head(encoding: Encoding | 'none', common: Record<string, string>): string[] {
    const known = this.#heads.get(encoding)
    if (known) return known
    const { type, cacheControl, headers } = this.kind
    const all: Record<string, string> = {
      ...common,
      'content-type': type,
      'cache-control': cacheControl,
      'etag': this.etag,
      ...(this.gzip && { vary: 'accept-encoding' }),
      ...headers,
      ...(encoding !== 'none' && { 'content-length': String(this.bytes(encoding).length) }),
      ...((encoding === 'br' || encoding === 'gzip') && { 'content-encoding': encoding }),
    }
    const flat = Object.entries(all).flat()
    this.#heads.set(encoding, flat)
    return flat
  }

  /** Compresses the body with the best quality of Brotli, in another thread. */
  async recompress(): Promise<void> {
    try {
      this.brotli = await promisify(brotliCompress)(this.plain, SMALLEST)
      this.#heads.delete('br')
    } catch {
      // The body that was compressed with quality 5 stays in use. It is only larger.
    }
  }
}

/**
 * The maximum number of responses that wait to be compressed again. If there are more, the oldest one is not compressed
 * again, because a newer response has probably replaced it in the cache already.
 */
const MAX_WAITING = 50
const waiting: EncodedResponse[] = []
let isRecompressing = false

/**
 * Queues a response to be compressed again. This is done for one response at a time, because more threads would slow
 * down the event loop on a machine with one core.
 */
function recompressInTurn(answer: EncodedResponse): void {
  waiting.push(answer)
  if (waiting.length > MAX_WAITING) waiting.shift()
  if (!isRecompressing) void recompressAll()
}

async function recompressAll(): Promise<void> {
  isRecompressing = true
  for (let next = waiting.shift(); next; next = waiting.shift()) await next.recompress()
  isRecompressing = false
}

function isWorthCompressing(plain: Buffer, { type, compressed }: Kind): boolean {
  return (
    compressed !== false &&
    plain.length > SMALL &&
    /^(text\/|application\/(json|manifest)|image\/svg)/.test(type)
  )
}

/**
 * Returns the response for a large file. It is compressed in other threads, so that the event loop is not blocked.
 */
export async function encodeOnThreads(plain: Buffer, kind: Kind): Promise<EncodedResponse> {
  if (!isWorthCompressing(plain, kind)) return new EncodedResponse(plain, kind)
  const [zipped, brotli] = await Promise.all([
    promisify(gzipLater)(plain),
    promisify(brotliCompress)(plain, QUICK),
  ])
  return new EncodedResponse(plain, kind, { gzip: zipped, brotli })
}

/**
 * For responses with the data of one user. Such a response stays in the server's cache for a short time only, so
 * compressing it is not worth the time.
 */
export const OWN_JSON_KIND: Kind = {
  type: 'application/json; charset=utf-8',
  cacheControl: 'private, no-cache',
  compressed: false,
}

export const JSON_KIND: Kind = { type: 'application/json; charset=utf-8', cacheControl: 'no-cache' }

/**
 * Sends a response in the best encoding that the browser accepts, or 304 if the browser has the response already. The
 * response is written directly with Node's functions and cached headers. This is faster than with Fastify, and most
 * responses are sent in this way.
 */
export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: EncodedResponse,
): FastifyReply {
  const { raw, server } = reply.hijack()
  const common = server.securityHeaders ?? {}
  if (request.headers['if-none-match'] === answer.etag && !answer.kind.status) {
    raw.writeHead(304, [...answer.head('none', common), 'x-request-id', request.id]).end()
    return reply
  }
  const encoding = bestEncoding(answer, String(request.headers['accept-encoding'] ?? ''))
  const head = [...answer.head(encoding, common), 'x-request-id', request.id]
  raw.writeHead(answer.kind.status ?? 200, head)
  raw.end(request.method === 'HEAD' ? undefined : answer.bytes(encoding))
  return reply
}

/** Returns the encoding with the highest weight. Of two with the same weight, returns the smaller one. */
function bestEncoding({ brotli, gzip }: EncodedResponse, accepted: string): Encoding {
  const weights = weightsIn(accepted)
  const others = weights.get('*') ?? 0
  const br = brotli ? (weights.get('br') ?? others) : 0
  const zip = gzip ? (weights.get('gzip') ?? others) : 0
  const best = Math.max(br, zip)
  if (best === 0 || best < (weights.get('identity') ?? 0)) return 'plain'
  return best === br ? 'br' : 'gzip'
}

type Weights = ReadonlyMap<string, number>

/** Browsers send few different headers, and most requests come here. */
const parsed = new Lru<string, Weights>(100)

/** Returns the weight of each coding in a header `Accept-Encoding`: RFC 9110, section 12.5.3. */
function weightsIn(accepted: string): Weights {
  const known = parsed.get(accepted)
  if (known) return known
  const parts = accepted.toLowerCase().split(',')
  const weights = new Map(
    parts.map((part) => {
      const [coding = '', weight = 'q=1'] = part.split(';')
      return [coding.trim(), Number(weight.trim().slice('q='.length)) || 0]
    }),
  )
  parsed.set(accepted, weights)
  return weights
}

/** The maximum number of cache entries. If there are more, the least recently used one is evicted. */
const MAX_ENTRIES = 2000

/**
 * Caches encoded responses by name. An entry is created when it is first requested. It is kept until it is
 * invalidated or evicted.
 */
export class ResponseCache {
  #entries = new Lru<string, Promise<EncodedResponse>>(MAX_ENTRIES)

  get(name: string, make: () => Promise<EncodedResponse>): Promise<EncodedResponse> {
    const known = this.#entries.get(name)
    if (known) return known
    const answers = this.#entries
    // The promise is cached before `make` runs, so that an invalidation while `make` runs removes it from the cache. A
    // rejected promise is removed, too.
    const made = Promise.resolve()
      .then(make)
      .catch((error: unknown) => {
        answers.delete(name)
        throw error
      })
    answers.set(name, made)
    return made
  }

  /** Invalidates one entry, even if its response is still being created. */
  invalidate(name: string): void {
    this.#entries.delete(name)
  }

  /** Invalidates all entries. */
  invalidateAll(): void {
    this.#entries = new Lru(MAX_ENTRIES)
  }
}
