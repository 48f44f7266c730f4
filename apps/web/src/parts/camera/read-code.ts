import { nativeDetector } from './native-detector.ts'
import { openScanWorker, type ScanWorker } from './open-scan-worker.ts'

/** Reads a QR code from an image; undefined: found none. */
export interface CodeReader {
  read(source: CanvasImageSource & (HTMLVideoElement | ImageBitmap)): Promise<string | undefined>
  close(): void
}

/** Larger images take longer, and codes on screens are readable at this size. */
const MAX_SIDE = 960

/** Uses the browser's detector if it has one, else WebAssembly in a worker. */
export async function openCodeReader(): Promise<CodeReader> {
  const native = await nativeDetector()
  if (native !== undefined) return { read: (source) => native.read(source), close: () => undefined }
  const worker = openScanWorker()
  return { read: (source) => readPixels(worker, source), close: () => worker.close() }
}

function readPixels(worker: ScanWorker, source: HTMLVideoElement | ImageBitmap): Promise<string | undefined> {
  const [width, height] =
    source instanceof ImageBitmap ? [source.width, source.height] : [source.videoWidth, source.videoHeight]
  if (width === 0 || height === 0) return Promise.resolve(undefined)
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
  const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return Promise.resolve(undefined)
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return worker.read(context.getImageData(0, 0, canvas.width, canvas.height))
}

export async function readImage(file: Blob): Promise<string | undefined> {
  const [reader, bitmap] = await Promise.all([openCodeReader(), createImageBitmap(file)])
  try {
    return await reader.read(bitmap)
  } finally {
    bitmap.close()
    reader.close()
  }
}
