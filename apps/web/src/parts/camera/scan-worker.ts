import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

// From this service, not from where the library would fetch it.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true }).catch(() => undefined)

/** The worker, as far as it is used: the types of the page are in force here. */
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
