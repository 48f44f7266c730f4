import { trustedScriptUrl } from '../../trusted-script-url.ts'
// oxlint-disable-next-line import/default -- Vite answers the address of the built file
import workerUrl from './scan-worker.ts?worker&url'

export interface ScanWorker {
  read(picture: ImageData): Promise<string | undefined>
  close(): void
}

/** The page's policy forbids WebAssembly; the worker's file has its own policy. */
export function openScanWorker(): ScanWorker {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' })
  return {
    read: (picture) =>
      new Promise((resolve, reject) => {
        const once = { once: true }
        worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => resolve(data ?? undefined), once)
        worker.addEventListener('error', () => reject(new Error('the reader of codes did not start')), once)
        worker.postMessage(picture, [picture.data.buffer])
      }),
    close: () => worker.terminate(),
  }
}
