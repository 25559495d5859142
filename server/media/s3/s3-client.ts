import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { StoreRefused, StoreUnavailable } from '../image-store.ts'

/** The settings for a bucket in a store with the API of Amazon S3. `endpoint` is an address without the bucket. */
export type S3Settings = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/**
 * How often and for how long the store is tried. An attempt, with reading the response, takes at most `attemptMs`.
 * Before the second attempt there is a pause of up to `pauseMs`, and before each later one up to twice the one before.
 */
export type Timeouts = { attempts: number; attemptMs: number; pauseMs: number }

/** At most three attempts of five seconds: a page that waits for its pictures must not wait for long. */
const TIMEOUTS: Timeouts = { attempts: 3, attemptMs: 5_000, pauseMs: 100 }

/** The largest response that is read, in bytes. The largest file of a picture has about 2 MB. */
const MAX_BYTES = 8 * 1024 * 1024

type S3Request = {
  method: 'GET' | 'PUT' | 'DELETE'
  /** The key of the object. */
  key: string
  headers?: Record<string, string>
  body?: Buffer
}

type S3Response = { status: number; body: Buffer }

/**
 * A client for one bucket. It addresses the bucket in the path of the URL ("path style"), which every S3-compatible
 * store accepts and which needs no domain name for each bucket. All methods throw `StoreUnavailable` if the store
 * cannot be reached, and `StoreRefused` if it refuses the request.
 *
 * `aws4fetch` only signs the requests (Signature Version 4). Its own `fetch` retries up to ten times, has no time-out,
 * and does not retry after a network error.
 */
export class S3Client {
  readonly #settings: S3Settings
  readonly #timeouts: Timeouts

  constructor(settings: S3Settings, timeouts: Timeouts = TIMEOUTS) {
    this.#settings = settings
    this.#timeouts = timeouts
  }

  /** Returns the content of an object, or null if there is no object with this key. */
  async get(key: string): Promise<Buffer | null> {
    const response = await this.#send({ method: 'GET', key })
    if (response.status === 404 && readErrorCode(response.body) === 'NoSuchKey') return null
    return this.#accepted(response).body
  }

  /** Stores an object. An object with this key is replaced. `headers` are stored with it, such as its content type. */
  async put(key: string, body: Buffer, headers: Record<string, string>): Promise<void> {
    this.#accepted(await this.#send({ method: 'PUT', key, body, headers }))
  }

  /** Deletes an object. Does nothing if there is no object with this key. */
  async delete(key: string): Promise<void> {
    const response = await this.#send({ method: 'DELETE', key })
    if (response.status === 404 && readErrorCode(response.body) === 'NoSuchKey') return
    this.#accepted(response)
  }

  #accepted(response: S3Response): S3Response {
    const { status, body } = response
    if (status >= 200 && status < 300) return response
    throw new StoreRefused(
      `The picture store refused a request with ${status} ${readErrorCode(body)}: check the settings S3_*, and what the key may do in the bucket.`,
    )
  }

  async #send(request: S3Request): Promise<S3Response> {
    const { attempts, pauseMs } = this.#timeouts
    let reason = ''
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (attempt > 0) await sleep(Math.random() * pauseMs * 2 ** (attempt - 1))
      try {
        const response = await this.#attempt(request)
        if (response.status < 500 && response.status !== 429) return response
        reason = `it responded with ${response.status} ${readErrorCode(response.body)}`
      } catch (error) {
        reason = messageOf(error)
      }
    }
    throw new StoreUnavailable(`The picture store at ${this.#settings.endpoint} does not work: ${reason}.`)
  }

  async #attempt({ method, key, headers = {}, body }: S3Request): Promise<S3Response> {
    const { accessKeyId, secretAccessKey, region } = this.#settings
    const signed = await new AwsV4Signer({
      method,
      url: this.#url(key),
      // With the hash of the body in the signature, the store refuses a body that was changed or cut on its way.
      headers: { ...headers, 'x-amz-content-sha256': sha256(body ?? '') },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    }).sign()
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      signal: AbortSignal.timeout(this.#timeouts.attemptMs),
      // A redirect to another host would need another signature, so it is treated as a refusal.
      redirect: 'manual',
      ...(body && { body: new Uint8Array(body) }),
    })
    return { status: response.status, body: await readBody(response, MAX_BYTES) }
  }

  #url(key: string): string {
    const { endpoint, bucket } = this.#settings
    const path = [bucket, ...key.split('/')]
    // A URL resolves these segments, so another object would be addressed.
    if (path.some((segment) => segment === '.' || segment === '..'))
      throw new Error(`This key of an object cannot be in a URL: ${key}`)
    return `${endpoint}/${path.map(encodeURIComponent).join('/')}`
  }
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** `fetch` reports a network error as "fetch failed", and has the reason in `cause`. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message || ('code' in cause ? String(cause.code) : error.message)
}

/** Reads the body of a response. Throws, and stops reading, if it has more than `maxBytes` bytes. */
async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop by an error cancels the body, which closes the connection.
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`the response has more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Returns the code of an error response, such as `NoSuchKey`, or an empty text if the body has none. */
function readErrorCode(body: Buffer): string {
  return /<Code>(\w+)<\/Code>/.exec(String(body))?.[1] ?? ''
}
