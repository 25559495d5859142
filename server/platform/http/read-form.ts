/**
 * Waits until a multipart form has been read. If the form is malformed or incomplete, `@fastify/multipart` rejects with
 * an error without a status. Such an error gets the status 400, because the client caused it. Errors with a status are
 * thrown unchanged.
 */
export async function readForm<T>(form: Promise<T>): Promise<T> {
  try {
    return await form
  } catch (error) {
    if (error instanceof Error && !('statusCode' in error)) throw Object.assign(error, { statusCode: 400 })
    throw error
  }
}
