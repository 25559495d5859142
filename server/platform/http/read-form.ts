/**
 * Reads a multipart form. One that is malformed or cut off is the sender's fault, for which the library throws plain
 * errors: they are marked as such (400), those that know their own status are left alone.
 */
export async function readForm<T>(form: Promise<T>): Promise<T> {
  try {
    return await form
  } catch (error) {
    if (error instanceof Error && !('statusCode' in error)) throw Object.assign(error, { statusCode: 400 })
    throw error
  }
}
