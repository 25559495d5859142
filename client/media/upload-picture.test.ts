import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, setCredentials } from '#client/lib/api.ts'
import { uploadPicture } from './upload-picture.ts'

/**
 * A stub of `XMLHttpRequest` that records the requests. It responds with the elements of `responses`, one after the
 * other.
 */
class FakeRequest extends EventTarget {
  static responses: (null | { status: number; body: unknown })[] = []
  static sent: FakeRequest[] = []
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  address = ''
  form: FormData | null = null
  status = 0
  responseText = ''

  open(method: string, address: string) {
    this.address = `${method} ${address}`
  }

  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }

  send(form: FormData) {
    this.form = form
    FakeRequest.sent.push(this)
    const response = FakeRequest.responses.shift() ?? null
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 4 }))
    if (response)
      Object.assign(this, { status: response.status, responseText: JSON.stringify(response.body) })
    this.dispatchEvent(new Event(response ? 'load' : 'error'))
  }
}

const file = new File(['x'], 'a.png', { type: 'image/png' })
const uploaded = { status: 200, body: { status: 200, data: { url: '/images/a-800.webp' } } }
const onProgress = vi.fn<(share: number) => void>()

beforeEach(() => {
  FakeRequest.responses = []
  FakeRequest.sent = []
  onProgress.mockClear()
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  setCredentials({ token: async () => 'old', renew: async () => 'new' })
})

test('the picture is sent as the field image with the bearer token, and progress is reported', async () => {
  FakeRequest.responses = [uploaded]
  await expect(uploadPicture(file, onProgress)).resolves.toBe('/images/a-800.webp')
  const [request] = FakeRequest.sent
  expect(request?.address).toBe('POST /api/images')
  expect(request?.headers['authorization']).toBe('Bearer old')
  expect(request?.form?.get('image')).toEqual(file)
  expect(onProgress).toHaveBeenCalledWith(0.25)
})

test('a token that is no longer accepted is renewed once', async () => {
  FakeRequest.responses = [
    { status: 401, body: { status: 401, code: 'not-signed-in', title: 'Please log in first.' } },
    uploaded,
  ]
  await expect(uploadPicture(file, onProgress)).resolves.toBe('/images/a-800.webp')
  expect(FakeRequest.sent[1]?.headers['authorization']).toBe('Bearer new')
})

test('a refusal has the title from the server', async () => {
  FakeRequest.responses = [
    { status: 422, body: { status: 422, code: 'not-a-picture', title: 'This is no picture' } },
  ]
  await expect(uploadPicture(file, onProgress)).rejects.toMatchObject({
    status: 422,
    title: 'This is no picture',
  })
})

test('a refusal with a detail has the detail as its title', async () => {
  FakeRequest.responses = [
    {
      status: 422,
      body: { status: 422, code: 'not-a-picture', title: 'This is no picture', detail: 'Too many pixels' },
    },
  ]
  await expect(uploadPicture(file, onProgress)).rejects.toMatchObject({
    status: 422,
    title: 'Too many pixels',
  })
})

test('without a network the upload is rejected', async () => {
  FakeRequest.responses = [null]
  await expect(uploadPicture(file, onProgress)).rejects.toMatchObject({ status: 0, code: 'network' })
})

test.each([
  { status: 200, data: {} },
  { status: 200, data: null },
  { status: 500, data: { url: '/a' } },
  {},
  'nonsense',
  null,
])('a response other than status 200 with an address is rejected: %j', async (body) => {
  FakeRequest.responses = [{ status: 200, body }]
  await expect(uploadPicture(file, onProgress)).rejects.toBeInstanceOf(ApiError)
})
