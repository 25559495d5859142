/** The part of `@20minutes/s3rver` that the tests use. The package has no types. */
declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http'
  import type { AddressInfo } from 'node:net'

  type Options = {
    address: string
    port: number
    directory: string
    silent: boolean
    vhostBuckets: boolean
    configureBuckets: { name: string }[]
  }

  class S3rver {
    constructor(options: Options)
    readonly httpServer: Server
    run(): Promise<AddressInfo>
  }

  export = S3rver
}
