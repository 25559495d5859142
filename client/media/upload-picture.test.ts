import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, setCredentials } from '#client/lib/api.ts'
import { uploadPicture } from './upload-picture.ts'

/** An `XMLHttpRequest` that answers what the test says, and remembers what it was asked. */
class FakeRequest extends EventTarget {
  static answers: (null | { status: number; body: unknown })[] = []
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
    const answer = FakeRequest.answers.shift() ?? null
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 4 }))
    if (answer) Object.assign(this, { status: answer.status, responseText: JSON.stringify(answer.body) })
    this.dispatchEvent(new Event(answer ? 'load' : 'error'))
  }
}

const file = new File(['x'], 'a.png', { type: 'image/png' })
const kept = { status: 200, body: { status: 200, data: { url: '/images/a-800.webp' } } }
const onProgress = vi.fn<(share: number) => void>()

beforeEach(() => {
  FakeRequest.answers = []
  FakeRequest.sent = []
  onProgress.mockClear()
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  setCredentials({ token: () => 'old', renew: async () => 'new' })
})

test('the picture goes as the field image with the bearer token; its address comes back, and progress on the way', async () => {
  FakeRequest.answers = [kept]
  await expect(uploadPicture(file, onProgress)).resolves.toBe('/images/a-800.webp')
  const [request] = FakeRequest.sent
  expect(request?.address).toBe('POST /api/images')
  expect(request?.headers['authorization']).toBe('Bearer old')
  expect(request?.form?.get('image')).toEqual(file)
  expect(onProgress).toHaveBeenCalledWith(0.25)
})

test('a token that is no longer accepted is renewed once', async () => {
  FakeRequest.answers = [
    { status: 401, body: { status: 401, code: 'not-signed-in', title: 'Please log in first.' } },
    kept,
  ]
  await expect(uploadPicture(file, onProgress)).resolves.toBe('/images/a-800.webp')
  expect(FakeRequest.sent[1]?.headers['authorization']).toBe('Bearer new')
})

test('a refusal is told in the words of the shop', async () => {
  FakeRequest.answers = [
    { status: 422, body: { status: 422, code: 'not-a-picture', title: 'This is no picture' } },
  ]
  await expect(uploadPicture(file, onProgress)).rejects.toMatchObject({
    status: 422,
    title: 'This is no picture',
  })
})

test('a refusal with a detail is told in the words of the detail', async () => {
  FakeRequest.answers = [
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

test('no network is no picture', async () => {
  FakeRequest.answers = [null]
  await expect(uploadPicture(file, onProgress)).rejects.toMatchObject({ status: 0, code: 'network' })
})

test.each([
  { status: 200, data: {} },
  { status: 200, data: null },
  { status: 500, data: { url: '/a' } },
  {},
  'nonsense',
  null,
])('anything but status 200 with an address saves nothing: %j', async (body) => {
  FakeRequest.answers = [{ status: 200, body }]
  await expect(uploadPicture(file, onProgress)).rejects.toBeInstanceOf(ApiError)
})
