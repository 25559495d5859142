import { UPLOAD_FIELD, UPLOAD_PATH } from '#contract/media.ts'
import type { Upload } from '#contract/media.ts'
import { ApiError, withToken } from '#client/lib/api.ts'
import { responseError, networkError } from '#client/lib/api-error.ts'
import { words } from './texts.ts'

/** Told how much has gone, from 0 to 1. */
export type OnProgress = (share: number) => void

/** Puts a picture into the shop's store and answers its address. Throws `ApiError` for anything but status 200. */
export function uploadPicture(file: File, onProgress: OnProgress): Promise<string> {
  return withToken((token) => send(file, token, onProgress))
}

/** With `XMLHttpRequest`, because `fetch` does not say how much of a body has gone. */
function send(file: File, token: string | null, onProgress: OnProgress): Promise<string> {
  const request = new XMLHttpRequest()
  const form = new FormData()
  form.append(UPLOAD_FIELD, file)
  request.open('POST', `/api${UPLOAD_PATH}`)
  request.setRequestHeader('accept', 'application/json')
  if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total > 0 ? loaded / total : 0),
  )
  return new Promise((resolve, reject) => {
    request.addEventListener('error', () => reject(networkError(null)))
    request.addEventListener('abort', () => reject(networkError(null)))
    request.addEventListener('load', () => {
      const body = readJson(request.responseText)
      if (request.status !== 200) reject(withDetail(responseError(request.status, body)))
      else if (isKept(body)) resolve(body.data.url)
      else reject(new ApiError(request.status, 'internal', words.noPicture))
    })
    request.send(form)
  })
}

/** The detail of a refusal, such as the number of pixels, says more than its title. */
function withDetail(error: ApiError): ApiError {
  const { status, code, body } = error
  return body?.detail ? new ApiError(status, code, { ...body, title: body.detail }) : error
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isKept(body: unknown): body is Upload {
  if (typeof body !== 'object' || body === null || !('status' in body) || !('data' in body)) return false
  const { status, data } = body
  return (
    status === 200 &&
    typeof data === 'object' &&
    data !== null &&
    'url' in data &&
    typeof data.url === 'string'
  )
}
