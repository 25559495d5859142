/** Reads the body of a response. Throws, and stops reading, if it has more than `mostBytes` bytes. */
export async function readBody(response: Response, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop by an error cancels the body, which closes the connection.
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > mostBytes) throw new Error(`the response has more than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
