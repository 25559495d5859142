import zlib from 'node:zlib'
import { syncBuiltinESMExports } from 'node:module'

/** A quality of Brotli that takes a hundredth of the time of the best one. */
const QUICK = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }

/**
 * Makes `brotliCompress` of `node:zlib` ignore the given quality. The shop compresses each page that it has cached with
 * the best quality in the background. In tests, most pages are soon replaced, so this would only take processor time.
 */
export function useCheapCompression() {
  const { brotliCompress } = zlib
  /** @type {(buffer: zlib.InputType, options: unknown, callback: zlib.CompressCallback) => void} */
  const compressQuickly = (buffer, _options, callback) => brotliCompress(buffer, QUICK, callback)
  Object.assign(zlib, { brotliCompress: compressQuickly })
  syncBuiltinESMExports()
}
