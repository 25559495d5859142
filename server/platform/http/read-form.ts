/**
 * Reads a multipart form. If it is malformed or cut off, the library throws an error without a status: it gets the status
 * 400, because the client caused it. Errors with a status are thrown as they are.
 */
export async function readForm<T>(form: Promise<T>): Promise<T> {
  try {
    return await form
  } catch (error) {
    if (error instanceof Error && !('statusCode' in error)) throw Object.assign(error, { statusCode: 400 })
    throw error
  }
}
