import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Lru } from '../lru.ts'

const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

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

/**
 * A response body with its ETag. If compressing is worth the time, it is also there as gzip and Brotli. Each is
 * compressed when the first browser asks for it, because most responses are sent in one of them only.
 */
export class EncodedResponse {
  readonly plain: Buffer
  readonly isCompressible: boolean
  readonly etag: string
  readonly kind: Kind
  #gzip: Buffer | undefined
  #brotli: Buffer | undefined
  readonly #heads = new Map<Encoding | 'none', string[]>()

  constructor(body: string | Buffer, kind: Kind) {
    this.plain = Buffer.from(body)
    this.kind = kind
    this.etag = `W/"${createHash('sha256').update(this.plain).digest('base64url').slice(0, 22)}"`
    this.isCompressible = isWorthCompressing(this.plain, kind)
  }

  /** Returns the body in this encoding. If the body is not compressed, returns it as plain bytes. */
  bytes(encoding: Encoding): Buffer {
    if (encoding === 'plain' || !this.isCompressible) return this.plain
    if (encoding === 'gzip') return (this.#gzip ??= gzipSync(this.plain))
    return (this.#brotli ??= brotliCompressSync(this.plain, QUICK))
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
      ...(this.isCompressible && { vary: 'accept-encoding' }),
      ...headers,
      ...(encoding !== 'none' && { 'content-length': String(this.bytes(encoding).length) }),
      ...((encoding === 'br' || encoding === 'gzip') && { 'content-encoding': encoding }),
    }
    const flat = Object.entries(all).flat()
    this.#heads.set(encoding, flat)
    return flat
  }
}

function isWorthCompressing(plain: Buffer, { type, compressed }: Kind): boolean {
  return (
    compressed !== false &&
    plain.length > SMALL &&
    /^(text\/|application\/(json|manifest)|image\/svg)/.test(type)
  )
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

/** Returns the smallest encoding that the browser accepts. */
function bestEncoding({ isCompressible }: EncodedResponse, accepted: string): Encoding {
  if (!isCompressible) return 'plain'
  if (accepts(accepted, 'br')) return 'br'
  return accepts(accepted, 'gzip') ? 'gzip' : 'plain'
}

/**
 * Returns whether a header `Accept-Encoding` contains this coding, and not with the weight 0 (RFC 9110, section
 * 12.5.3).
 */
function accepts(accepted: string, coding: Encoding): boolean {
  return accepted.split(',').some((part) => {
    const [name = '', weight = ''] = part.split(';')
    return name.trim().toLowerCase() === coding && !/^\s*q=0(\.0*)?\s*$/i.test(weight)
  })
}

/** The maximum number of cache entries. If there are more, the least recently used one is evicted. */
const MAX_ENTRIES = 2000

/**
 * Caches encoded responses by name. An entry is created when it is first requested. It is kept until it is
 * invalidated or evicted.
 */
export class ResponseCache {
  #entries = new Lru<string, Promise<unknown>>(MAX_ENTRIES)

  /** Concurrent calls share one call of `make`. An error, and a result that is no encoded response, is not cached. */
  get<T>(name: string, make: () => Promise<T>): Promise<T> {
    const entries = this.#entries
    // The cast is safe: each name stands for one kind of result.
    const known = entries.get(name) as Promise<T> | undefined
    if (known) return known
    // The promise is cached before `make` runs, so that an invalidation while `make` runs removes it from the cache.
    const made = Promise.resolve().then(make)
    entries.set(name, made)
    const forget = () => void (entries.get(name) === made && entries.delete(name))
    made.then((response) => response instanceof EncodedResponse || forget(), forget)
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
