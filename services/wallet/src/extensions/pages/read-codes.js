// A worker that reads QR codes: it gets pictures and answers what the code in each says, or null. Where the browser can
// read codes by itself, pages do without it.

/* global ZXingWASM */
importScripts('./zxing.js')

ZXingWASM.prepareZXingModule({
  overrides: { locateFile: () => new URL('./zxing.wasm', location.href).href },
  fireImmediately: true,
}).catch(() => undefined)

addEventListener('message', ({ data }) => {
  ZXingWASM.readBarcodes(data, { formats: ['QRCode'], maxNumberOfSymbols: 1, tryHarder: true }).then(
    (found) => postMessage(found.find(({ isValid }) => isValid)?.text ?? null),
    (error) => {
      // As an error of the worker, which its page sees.
      setTimeout(() => {
        throw error
      })
    },
  )
})
