import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

// Load the file from this service, not from the library's default URL.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true }).catch(() => undefined)

/** The used part of the worker's global scope; TypeScript has the page's types here. */
const worker = globalThis as unknown as {
  addEventListener(type: 'message', listener: (event: MessageEvent<ImageData>) => void): void
  postMessage(message: string | null): void
}

worker.addEventListener('message', ({ data }) => {
  readBarcodes(data, { formats: ['QRCode'], maxNumberOfSymbols: 1, tryHarder: true }).then(
    (found) => worker.postMessage(found.find(({ isValid }) => isValid)?.text ?? null),
    (error: unknown) => {
      setTimeout(() => {
        throw error
      })
    },
  )
})
