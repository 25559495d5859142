import { rmSync } from 'node:fs'
import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '#server/media/s3/s3-client.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/**
 * An S3-compatible store on a free port of this machine, with one bucket in a temporary folder. It checks the
 * signatures of requests.
 */
export type S3Server = {
  settings: S3Settings
  /** The environment variables of a shop that keeps its pictures in this store. */
  env: Record<string, string>
  /** Stops the server and breaks its connections. Its objects are kept. */
  stop: () => Promise<void>
  /** Starts the server again, on the same port. */
  start: () => Promise<void>
  /** Stops the server, if it runs, and removes its objects. */
  dispose: () => Promise<void>
}

const BUCKET = 'pictures'

export async function startS3Server(): Promise<S3Server> {
  const directory = temporaryFolder('crema-s3-')
  let server = await run(directory, 0)
  let isRunning = true
  const settings = {
    endpoint: `http://127.0.0.1:${server.port}`,
    region: 'us-east-1',
    bucket: BUCKET,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  const stop = async () => {
    if (!isRunning) return
    isRunning = false
    await server.close()
  }
  return {
    settings,
    env: {
      IMAGE_STORE: 's3',
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    stop,
    start: async () => {
      server = await run(directory, server.port)
      isRunning = true
    },
    dispose: async () => {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function run(directory: string, port: number): Promise<{ port: number; close: () => Promise<void> }> {
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  })
  const listening = await server.run()
  return {
    port: listening.port,
    close: () =>
      new Promise((resolve) => {
        server.httpServer.close(() => resolve())
        server.httpServer.closeAllConnections()
      }),
  }
}
