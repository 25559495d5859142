import { UPLOAD_FIELD, UPLOAD_PATH } from '#contract/media.ts'
import type { Upload } from '#contract/media.ts'
import { ApiError, withToken } from '#client/lib/api.ts'
import { responseError, networkError } from '#client/lib/api-error.ts'
import { words } from './texts.ts'

/** Called with the uploaded share of the file, from 0 to 1. */
export type OnProgress = (share: number) => void

/**
 * Uploads a picture to the shop, and resolves to the picture's URL. Rejects with `ApiError` if the upload fails or
 * the status of the response is not 200.
 */
export function uploadPicture(file: File, onProgress: OnProgress): Promise<string> {
  return withToken((token) => send(file, token, onProgress))
}

/** Sends the file with `XMLHttpRequest`, because `fetch` does not report the progress of an upload. */
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
      else if (isUpload(body)) resolve(body.data.url)
      else reject(new ApiError(request.status, 'internal', words.noPicture))
    })
    request.send(form)
  })
}

/**
 * Replaces the title of an error by its detail. The detail says more, for example how many pixels the picture has.
 */
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

function isUpload(body: unknown): body is Upload {
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
